CREATE TABLE "favorite_prompts" (
	"user_id" uuid NOT NULL,
	"prompt_id" uuid NOT NULL,
	CONSTRAINT "favorite_prompts_user_id_prompt_id_pk" PRIMARY KEY("user_id","prompt_id")
);
--> statement-breakpoint
CREATE TABLE "generation_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"model_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"asked_hash" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"message" text,
	"seq" bigint NOT NULL,
	"unit_credits" integer NOT NULL,
	"left_out" integer NOT NULL,
	"event_id" uuid,
	"pause_after" integer,
	"turn" integer DEFAULT 0 NOT NULL,
	"has_job" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_prompts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"title" text NOT NULL,
	"prompt" text NOT NULL,
	"recipe" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "image_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"image_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "image_posts" (
	"image_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_posts_image_id_event_id_pk" PRIMARY KEY("image_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "local_model_installations" (
	"name" text NOT NULL,
	"machine" text NOT NULL,
	"host" text NOT NULL,
	"request_id" uuid NOT NULL,
	"status" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"message" text,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "local_model_installations_name_machine_pk" PRIMARY KEY("name","machine")
);
--> statement-breakpoint
CREATE TABLE "local_models" (
	"name" text PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"manifest" text NOT NULL,
	"source" jsonb NOT NULL,
	"accepted_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generation_models" ADD COLUMN "costs_money" boolean;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "parent_kind" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "batch_position" integer;--> statement-breakpoint
ALTER TABLE "favorite_prompts" ADD CONSTRAINT "favorite_prompts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_prompts" ADD CONSTRAINT "favorite_prompts_prompt_id_saved_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."saved_prompts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_batches" ADD CONSTRAINT "generation_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_batches" ADD CONSTRAINT "generation_batches_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_batches" ADD CONSTRAINT "generation_batches_model_id_generation_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."generation_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_batches" ADD CONSTRAINT "generation_batches_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_links" ADD CONSTRAINT "image_links_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_links" ADD CONSTRAINT "image_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_posts" ADD CONSTRAINT "image_posts_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_posts" ADD CONSTRAINT "image_posts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_posts" ADD CONSTRAINT "image_posts_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "local_models" ADD CONSTRAINT "local_models_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favorite_prompts_prompt" ON "favorite_prompts" USING btree ("prompt_id");--> statement-breakpoint
CREATE INDEX "generation_batches_user" ON "generation_batches" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "generation_batches_seq" ON "generation_batches" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "generation_batches_organization" ON "generation_batches" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "generation_batches_event" ON "generation_batches" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "generation_batches_model" ON "generation_batches" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "generation_batches_unfinished" ON "generation_batches" USING btree ("user_id") WHERE status in ('running', 'paused');--> statement-breakpoint
CREATE INDEX "saved_prompts_user" ON "saved_prompts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_prompts_organization" ON "saved_prompts" USING btree ("organization_id") WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX "saved_prompts_deleted" ON "saved_prompts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "image_links_token" ON "image_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "image_links_image" ON "image_links" USING btree ("image_id","created_at","id");--> statement-breakpoint
CREATE INDEX "image_links_creator" ON "image_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "image_links_expires" ON "image_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "image_posts_photo" ON "image_posts" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "image_posts_event" ON "image_posts" USING btree ("event_id");--> statement-breakpoint
create index if not exists "credit_entries_user_statement" ON "credit_entries" USING btree ("user_id","month","created_at","id") WHERE organization_id is null and kind = 'reserve';--> statement-breakpoint
create index if not exists "credit_entries_organization_statement" ON "credit_entries" USING btree ("organization_id","month","created_at","id") WHERE organization_id is not null and kind = 'reserve';--> statement-breakpoint
create index if not exists "generations_parent" ON "generations" USING btree (coalesce("parent_id"::text, "request" #>> '{source,id}'));--> statement-breakpoint
create index if not exists "generations_batch" ON "generations" USING btree ("batch_id","batch_position") WHERE batch_id is not null;--> statement-breakpoint
create index if not exists "generations_created" ON "generations" USING btree ("created_at");