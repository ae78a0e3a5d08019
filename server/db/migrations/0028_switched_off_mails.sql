CREATE TABLE "muted_mails" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"organization_id" uuid,
	CONSTRAINT "muted_mails_one" UNIQUE NULLS NOT DISTINCT("user_id","kind","organization_id")
);
--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;