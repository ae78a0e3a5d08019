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
	"link_id" uuid,
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
CREATE TABLE "gallery_link_photos" (
	"link_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	CONSTRAINT "gallery_link_photos_link_id_photo_id_pk" PRIMARY KEY("link_id","photo_id")
);
--> statement-breakpoint
CREATE TABLE "gallery_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"scope" text NOT NULL,
	"photographer_id" uuid,
	"password_hash" text,
	"expires_at" timestamp (3) with time zone,
	"downloads" text DEFAULT 'off' NOT NULL,
	"watermark" boolean DEFAULT true NOT NULL,
	"picks_limit" integer,
	"views_count" integer DEFAULT 0 NOT NULL,
	"downloads_count" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "link_visitors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"name" text NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picks" (
	"visitor_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picks_visitor_id_photo_id_pk" PRIMARY KEY("visitor_id","photo_id")
);
--> statement-breakpoint
ALTER TABLE "marked_copies" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "marked_copies" ADD COLUMN "crc32" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "crc32" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "copy_bytes" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "copy_crc32" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "web_bytes" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "web_crc32" bigint;--> statement-breakpoint
ALTER TABLE "photo_download_entries" ADD CONSTRAINT "photo_download_entries_download_id_photo_downloads_id_fk" FOREIGN KEY ("download_id") REFERENCES "public"."photo_downloads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_downloads" ADD CONSTRAINT "photo_downloads_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_downloads" ADD CONSTRAINT "photo_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_link_photos" ADD CONSTRAINT "gallery_link_photos_link_id_gallery_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."gallery_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_link_photos" ADD CONSTRAINT "gallery_link_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_links" ADD CONSTRAINT "gallery_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_links" ADD CONSTRAINT "gallery_links_photographer_id_users_id_fk" FOREIGN KEY ("photographer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_links" ADD CONSTRAINT "gallery_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_visitors" ADD CONSTRAINT "link_visitors_link_id_gallery_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."gallery_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picks" ADD CONSTRAINT "picks_visitor_id_link_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."link_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picks" ADD CONSTRAINT "picks_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_download_entries_start" ON "photo_download_entries" USING btree ("download_id","starts_at");--> statement-breakpoint
CREATE INDEX "photo_download_entries_unprepared" ON "photo_download_entries" USING btree ("download_id","position") WHERE bytes is null;--> statement-breakpoint
CREATE INDEX "photo_download_entries_missing" ON "photo_download_entries" USING btree ("download_id","position") WHERE missing_from is not null;--> statement-breakpoint
CREATE INDEX "photo_downloads_user" ON "photo_downloads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "photo_downloads_link" ON "photo_downloads" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "photo_downloads_event" ON "photo_downloads" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "photo_downloads_expires" ON "photo_downloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "gallery_link_photos_photo" ON "gallery_link_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gallery_links_token" ON "gallery_links" USING btree ("token");--> statement-breakpoint
CREATE INDEX "gallery_links_event" ON "gallery_links" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "link_visitors_key" ON "link_visitors" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "link_visitors_link" ON "link_visitors" USING btree ("link_id","created_at","id");--> statement-breakpoint
CREATE INDEX "picks_photo" ON "picks" USING btree ("photo_id");