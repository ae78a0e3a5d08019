CREATE TABLE "event_former_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"renewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'photographer' NOT NULL,
	"code" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_by" uuid,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_changes" ALTER COLUMN "photo_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "event_participants" ADD COLUMN "role" text DEFAULT 'photographer' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_participants" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "join_policy" text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_event_type" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_event_duration_hours" real DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_require_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_auto_gallery" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_allow_downloads" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "camera" text;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "rejection_reason" text;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "moderated_by" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "moderated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_former_codes" ADD CONSTRAINT "event_former_codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_code" ON "event_invitations" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_open" ON "event_invitations" USING btree ("event_id","email") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "event_invitations_event" ON "event_invitations" USING btree ("event_id","created_at","id");--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_moderated_by_users_id_fk" FOREIGN KEY ("moderated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_participants_joined" ON "event_participants" USING btree ("event_id","joined_at","user_id");--> statement-breakpoint
CREATE INDEX "photos_gallery_of_uploader" ON "photos" USING btree ("event_id","uploader_id","taken_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_pending" ON "photos" USING btree ("event_id","uploaded_at","id") WHERE deleted_at is null and status = 'pending';