CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content" text,
	"html" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"outcome" text,
	"last_error" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mails_key" ON "mails" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_unsettled" ON "mails" USING btree ("created_at") WHERE settled_at is null;