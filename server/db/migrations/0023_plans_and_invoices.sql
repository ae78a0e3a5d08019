CREATE TABLE "generation_usage" (
	"organization_id" uuid NOT NULL,
	"month" date NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "generation_usage_organization_id_month_pk" PRIMARY KEY("organization_id","month")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"number" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"description" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_on" date NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"billed_to_name" text NOT NULL,
	"billed_to_email" text
);
--> statement-breakpoint
CREATE TABLE "plan_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"monthly_price" integer NOT NULL,
	"currency" text NOT NULL,
	"max_open_events" integer,
	"max_staff" integer,
	"max_storage_bytes" bigint,
	"max_generations" integer
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generation_usage" ADD CONSTRAINT "generation_usage_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "invoices_organization" ON "invoices" USING btree ("organization_id","number","id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_requests_pending" ON "plan_requests" USING btree ("organization_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "plan_requests_organization" ON "plan_requests" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "plan_requests_status" ON "plan_requests" USING btree ("status","created_at","id");--> statement-breakpoint
INSERT INTO "plans" ("id", "name", "monthly_price", "currency", "max_open_events", "max_staff", "max_storage_bytes", "max_generations") VALUES
  ('free', 'Free', 0, 'EUR', 3, 5, 5000000000, 20),
  ('pro', 'Pro', 4900, 'EUR', 20, 15, 200000000000, 500),
  ('studio', 'Studio', 19900, 'EUR', NULL, NULL, 2000000000000, 5000);--> statement-breakpoint
-- Organizations from before there were plans go on as they were.
INSERT INTO "subscriptions" ("organization_id", "plan_id") SELECT "id", 'studio' FROM "organizations";
