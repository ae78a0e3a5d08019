ALTER TABLE "event_devices" ADD COLUMN "imported" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_devices" ADD COLUMN "waiting_photos" jsonb DEFAULT '[]'::jsonb NOT NULL;