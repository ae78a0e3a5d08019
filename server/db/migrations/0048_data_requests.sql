CREATE TABLE "data_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"photos" text,
	"status" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reply_to" text,
	"recorded_by" uuid,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"answer" text DEFAULT '' NOT NULL,
	"token_hash" text,
	"link_expires_at" timestamp (3) with time zone,
	"downloaded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_open" ON "data_requests" USING btree ("user_id","kind") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_token" ON "data_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "data_requests_asked" ON "data_requests" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "data_requests_user" ON "data_requests" USING btree ("user_id","asked_at","id");