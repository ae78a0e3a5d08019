CREATE TABLE "photo_download_entries" (
	"download_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"photo_id" uuid NOT NULL,
	"name" text NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"utc_offset" integer NOT NULL,
	"bytes" bigint,
	"crc32" bigint,
	"starts_at" bigint,
	"missing_from" integer,
	CONSTRAINT "photo_download_entries_download_id_position_pk" PRIMARY KEY("download_id","position")
);
--> statement-breakpoint
CREATE TABLE "photo_downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid,
	"variant" text NOT NULL,
	"mark" text,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"failure" text,
	"photos" integer NOT NULL,
	"prepared" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"entries_bytes" bigint,
	"directory_bytes" bigint,
	"names_bytes" bigint,
	"utc_offset" integer NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"revised_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_sealed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "marked_copies" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "marked_copies" ADD COLUMN "crc32" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "crc32" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "copy_bytes" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "copy_crc32" bigint;--> statement-breakpoint
ALTER TABLE "photo_download_entries" ADD CONSTRAINT "photo_download_entries_download_id_photo_downloads_id_fk" FOREIGN KEY ("download_id") REFERENCES "public"."photo_downloads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_downloads" ADD CONSTRAINT "photo_downloads_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_downloads" ADD CONSTRAINT "photo_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_download_entries_start" ON "photo_download_entries" USING btree ("download_id","starts_at");--> statement-breakpoint
CREATE INDEX "photo_download_entries_unprepared" ON "photo_download_entries" USING btree ("download_id","position") WHERE bytes is null;--> statement-breakpoint
CREATE INDEX "photo_download_entries_missing" ON "photo_download_entries" USING btree ("download_id","position") WHERE missing_from is not null;--> statement-breakpoint
CREATE INDEX "photo_downloads_user" ON "photo_downloads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "photo_downloads_event" ON "photo_downloads" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "photo_downloads_expires" ON "photo_downloads" USING btree ("expires_at");