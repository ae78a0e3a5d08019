ALTER TABLE "event_changes" ADD COLUMN "was_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "moved_to" text;--> statement-breakpoint
CREATE INDEX "photos_of_status" ON "photos" USING btree ("event_id","status","taken_at","id","state") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_unshown" ON "photos" USING btree ("event_id","uploader_id","taken_at","id") WHERE deleted_at is null and (status <> 'approved' or state = 'unreadable');--> statement-breakpoint
CREATE INDEX "photos_processing" ON "photos" USING btree ("uploaded_at") WHERE deleted_at is null and state = 'processing';--> statement-breakpoint
CREATE INDEX "photos_claimed" ON "photos" USING btree ("event_id","claimed_until") WHERE claimed_by is not null;