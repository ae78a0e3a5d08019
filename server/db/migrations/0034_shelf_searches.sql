DROP INDEX "photos_of_makers";--> statement-breakpoint
DROP INDEX "photos_uploader";--> statement-breakpoint
CREATE INDEX "photos_of_cameras" ON "photos" USING btree ("event_id",coalesce(camera, ''),"taken_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_uploader" ON "photos" USING btree ("uploader_id","event_id",coalesce(camera, ''),"taken_at","id");