CREATE TABLE "event_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"audience" text DEFAULT 'everyone' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"last_attempt_at" timestamp (3) with time zone,
	"response_status" integer,
	"response_body" text,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"failing_since" timestamp (3) with time zone,
	"sealed_secret" text NOT NULL,
	"previous_sealed_secret" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"reporter_id" uuid,
	"link_id" uuid,
	"visitor_key_hash" text,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"contact" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"decision_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "screens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"code" text,
	"code_expires_at" timestamp (3) with time zone,
	"event_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"seconds" integer DEFAULT 8 NOT NULL,
	"shows_photographer" boolean DEFAULT true NOT NULL,
	"shows_join_code" boolean DEFAULT false NOT NULL,
	"paired_by" uuid,
	"paired_at" timestamp (3) with time zone,
	"unpaired_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "photos_of_status";--> statement-breakpoint
ALTER TABLE "gallery_links" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "guest_access" text DEFAULT 'view_and_capture' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "guest_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "guest_downloads" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "guest_capture_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "reveals_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "section_id" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "removal_id" uuid;--> statement-breakpoint
ALTER TABLE "gallery_links" ADD COLUMN "section_id" uuid;--> statement-breakpoint
ALTER TABLE "event_sections" ADD CONSTRAINT "event_sections_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_reports" ADD CONSTRAINT "photo_reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_reports" ADD CONSTRAINT "photo_reports_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_reports" ADD CONSTRAINT "photo_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_reports" ADD CONSTRAINT "photo_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_paired_by_users_id_fk" FOREIGN KEY ("paired_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_sections_event" ON "event_sections" USING btree ("event_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_secret" ON "api_tokens" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "api_tokens_organization" ON "api_tokens" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_organization" ON "webhooks" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "photo_reports_open_of_person" ON "photo_reports" USING btree ("photo_id","reporter_id") WHERE decided_at is null and reporter_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "photo_reports_open_of_visitor" ON "photo_reports" USING btree ("photo_id","visitor_key_hash") WHERE decided_at is null and visitor_key_hash is not null;--> statement-breakpoint
CREATE INDEX "photo_reports_photo" ON "photo_reports" USING btree ("photo_id","created_at");--> statement-breakpoint
CREATE INDEX "photo_reports_event" ON "photo_reports" USING btree ("event_id","decided_at","created_at");--> statement-breakpoint
CREATE INDEX "photo_reports_reporter" ON "photo_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "photo_reports_link" ON "photo_reports" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "screens_key" ON "screens" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "screens_code" ON "screens" USING btree ("code");--> statement-breakpoint
CREATE INDEX "screens_event" ON "screens" USING btree ("event_id","paired_at");--> statement-breakpoint
CREATE INDEX "screens_last_seen" ON "screens" USING btree ("last_seen_at");--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_section_id_event_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."event_sections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_links" ADD CONSTRAINT "gallery_links_section_id_event_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."event_sections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_of_section" ON "photos" USING btree ("event_id","section_id","taken_at","id") WHERE deleted_at is null and section_id is not null;--> statement-breakpoint
CREATE INDEX "photos_section" ON "photos" USING btree ("section_id") WHERE section_id is not null;--> statement-breakpoint
CREATE INDEX "photos_removal" ON "photos" USING btree ("removal_id") WHERE removal_id is not null;--> statement-breakpoint
CREATE INDEX "photos_of_status" ON "photos" USING btree ("event_id","status","taken_at","id","state","section_id") WHERE deleted_at is null;--> statement-breakpoint
UPDATE "event_participants" SET "role" = 'viewer' WHERE "role" = 'guest';--> statement-breakpoint
UPDATE "event_invitations" SET "role" = 'viewer' WHERE "role" = 'guest';
