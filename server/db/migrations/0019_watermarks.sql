CREATE TABLE "marked_copies" (
	"photo_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"variant" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marked_copies_photo_id_mark_variant_pk" PRIMARY KEY("photo_id","mark","variant")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "watermark_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "watermark_source" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "watermark_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "watermark_position" text DEFAULT 'bottom-right' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "watermark_size" integer DEFAULT 25 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "watermark_strength" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "marked_copies" ADD CONSTRAINT "marked_copies_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marked_copies" ADD CONSTRAINT "marked_copies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marked_copies_mark" ON "marked_copies" USING btree ("organization_id","mark","made_at");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_watermark" CHECK (not "organizations"."watermark_enabled" or case "organizations"."watermark_source" when 'logo' then "organizations"."logo_url" else "organizations"."watermark_url" end is not null);