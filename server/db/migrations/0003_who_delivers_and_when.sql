ALTER TABLE "event_participants" ADD COLUMN "photographer_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "taken_at_claimed" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id","event_id");--> statement-breakpoint
-- Guests that the trail knows as photographers before: what they shot then may still be on its way.
UPDATE "event_participants" p SET "photographer_until" = a."at"
FROM (SELECT "subject_id", "detail"->>'user_id' AS "user_id", max("at") AS "at" FROM "audit_log"
  WHERE "action" = 'event.change_participant' AND "detail"->>'role' = 'guest' GROUP BY 1, 2) a
WHERE p."role" = 'guest' AND p."event_id"::text = a."subject_id" AND p."user_id"::text = a."user_id";--> statement-breakpoint
-- Photos from the future stand where they arrived.
UPDATE "photos" SET "taken_at_claimed" = "taken_at", "taken_at" = "uploaded_at" WHERE "taken_at" > "uploaded_at" + interval '1 day';
