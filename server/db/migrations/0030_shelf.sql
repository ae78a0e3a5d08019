CREATE TABLE "collected_images" (
	"collection_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"photo_id" uuid,
	"image_id" uuid,
	CONSTRAINT "collected_images_collection_id_id_pk" PRIMARY KEY("collection_id","id"),
	CONSTRAINT "collected_images_one" CHECK (id = coalesce(photo_id, image_id) and num_nonnulls(photo_id, image_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "image_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "photos_uploader";--> statement-breakpoint
ALTER TABLE "collected_images" ADD CONSTRAINT "collected_images_collection_id_image_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."image_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_images" ADD CONSTRAINT "collected_images_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_images" ADD CONSTRAINT "collected_images_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_collections" ADD CONSTRAINT "image_collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_collections" ADD CONSTRAINT "image_collections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collected_images_photo" ON "collected_images" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "collected_images_image" ON "collected_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "image_collections_user" ON "image_collections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "image_collections_organization" ON "image_collections" USING btree ("organization_id") WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX "image_collections_deleted" ON "image_collections" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "photos_of_makers" ON "photos" USING btree ("event_id","uploader_id",coalesce(camera, ''),"taken_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_uploader" ON "photos" USING btree ("uploader_id","event_id");