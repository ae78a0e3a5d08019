CREATE TABLE "credit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"generation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"month" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite_images" (
	"user_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "favourite_images_user_id_image_id_pk" PRIMARY KEY("user_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "generated_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"generation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"model_id" text NOT NULL,
	"prompt" text NOT NULL,
	"seed" bigint,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"content_type" text NOT NULL,
	"hash" text NOT NULL,
	"thumbhash" "bytea" NOT NULL,
	"is_sensitive" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "generation_counters" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generation_models" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_model" text NOT NULL,
	"name" text NOT NULL,
	"task" text NOT NULL,
	"description" text NOT NULL,
	"licence" text,
	"is_ai" boolean NOT NULL,
	"capabilities" jsonb NOT NULL,
	"digital_source_type" text NOT NULL,
	"credits" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"audience" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "generation_models_credits" CHECK ("generation_models"."credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "generation_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"model_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"asked_hash" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"progress" real,
	"message" text,
	"seq" bigint NOT NULL,
	"credits" integer NOT NULL,
	"unit_credits" integer NOT NULL,
	"rank" integer NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"taken_reference" text,
	"source_key" text,
	"mask_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP TABLE "generation_usage" CASCADE;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_images" ADD CONSTRAINT "favourite_images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_images" ADD CONSTRAINT "favourite_images_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_counters" ADD CONSTRAINT "generation_counters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_uploads" ADD CONSTRAINT "generation_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_model_id_generation_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."generation_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_generation" ON "credit_entries" USING btree ("generation_id","kind");--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id","month") WHERE organization_id is null;--> statement-breakpoint
CREATE INDEX "credit_entries_organization" ON "credit_entries" USING btree ("organization_id","month") WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX "favourite_images_image" ON "favourite_images" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "generated_images_position" ON "generated_images" USING btree ("generation_id","position");--> statement-breakpoint
CREATE INDEX "generated_images_user" ON "generated_images" USING btree ("user_id","created_at","id") WHERE deleted_at is null and organization_id is null;--> statement-breakpoint
CREATE INDEX "generated_images_organization" ON "generated_images" USING btree ("organization_id","created_at","id") WHERE deleted_at is null and organization_id is not null;--> statement-breakpoint
CREATE INDEX "generated_images_deleted" ON "generated_images" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "generation_uploads_user" ON "generation_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "generation_uploads_expires" ON "generation_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "generations_user" ON "generations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "generations_user_organization" ON "generations" USING btree ("user_id","organization_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "generations_seq" ON "generations" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "generations_queued" ON "generations" USING btree ("rank","created_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "generations_unfinished" ON "generations" USING btree ("user_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "generations_organization" ON "generations" USING btree ("organization_id");