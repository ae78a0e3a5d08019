ALTER TABLE "event_counters" ADD COLUMN "photos_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "event_counters" SET "photos_bytes" = held.bytes FROM (SELECT "event_id", sum("bytes") AS bytes FROM "photos" WHERE "deleted_at" IS NULL GROUP BY "event_id") AS held WHERE held."event_id" = "event_counters"."event_id";
