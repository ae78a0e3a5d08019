ALTER TABLE "generation_models" ADD COLUMN "plans" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "generation_models" ADD COLUMN "organization_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "generation_models" ADD COLUMN "max_count" integer;--> statement-breakpoint
ALTER TABLE "generation_models" ADD COLUMN "max_pixels" integer;--> statement-breakpoint
ALTER TABLE "generation_models" ADD COLUMN "daily_limit" integer;--> statement-breakpoint
ALTER TABLE "generation_models" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "generations_finished" ON "generations" USING btree ("finished_at") WHERE finished_at is not null;