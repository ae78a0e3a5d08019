CREATE TABLE "provider_keys" (
	"provider" text PRIMARY KEY NOT NULL,
	"version" uuid NOT NULL,
	"sealed_key" text NOT NULL,
	"ending" text,
	"set_by" uuid,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provider_keys" ADD CONSTRAINT "provider_keys_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;