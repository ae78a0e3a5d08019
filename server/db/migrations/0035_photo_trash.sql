DROP INDEX "photos_deleted";--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "in_trash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "photos_deleted_by" ON "photos" USING btree ("deleted_by","taken_at","id") WHERE deleted_at is not null and files_removed_at is null;--> statement-breakpoint
CREATE INDEX "photos_deleted_of_event" ON "photos" USING btree ("event_id","taken_at","id") WHERE deleted_at is not null and files_removed_at is null;--> statement-breakpoint
CREATE INDEX "photos_deleted" ON "photos" USING btree ("in_trash","deleted_at") WHERE deleted_at is not null and files_removed_at is null;