ALTER TABLE "uploads" ADD COLUMN "pieces" jsonb;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "metadata" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "inspection" jsonb;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lease" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "leased_until" timestamp (3) with time zone;