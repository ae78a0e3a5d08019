CREATE TABLE "event_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"app_version" text NOT NULL,
	"captured" integer NOT NULL,
	"waiting" integer NOT NULL,
	"waiting_bytes" bigint NOT NULL,
	"attention" jsonb NOT NULL,
	"lost" integer NOT NULL,
	"last_seq" bigint NOT NULL,
	"is_storage_low" boolean NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_lost" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_devices" ADD CONSTRAINT "event_devices_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_devices" ADD CONSTRAINT "event_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_devices_device" ON "event_devices" USING btree ("event_id","user_id","device_id");--> statement-breakpoint
CREATE INDEX "event_devices_user" ON "event_devices" USING btree ("user_id");