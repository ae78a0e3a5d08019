ALTER TABLE "organizations" ADD COLUMN "watermark_url" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "settings_version" integer DEFAULT 1 NOT NULL;