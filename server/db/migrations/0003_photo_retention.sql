CREATE TABLE "photo_retention" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"first_sent_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"run_scope" text,
	"run_photos" integer DEFAULT 0 NOT NULL,
	"run_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "retention_scope" text DEFAULT 'originals' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "photos_kept_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photo_downloads" ADD COLUMN "web_size_photos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "restored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "original_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "original_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photo_retention" ADD CONSTRAINT "photo_retention_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_with_original" ON "photos" USING btree ("event_id","uploaded_at") WHERE deleted_at is null and original_deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_original_deleted" ON "photos" USING btree ("original_deleted_at") WHERE original_deleted_at is not null and original_removed_at is null;