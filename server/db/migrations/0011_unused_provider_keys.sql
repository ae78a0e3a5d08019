CREATE TABLE "unused_provider_keys" (
	"provider" text PRIMARY KEY NOT NULL,
	"version" uuid NOT NULL,
	"sealed_key" text NOT NULL,
	"ending" text,
	"set_by" uuid,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"result" text NOT NULL,
	"message" text NOT NULL,
	"tested_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unused_provider_keys" ADD CONSTRAINT "unused_provider_keys_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;