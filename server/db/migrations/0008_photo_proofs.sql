CREATE TABLE "photo_proofs" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"jpeg" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "awaits_original" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "shows_proof" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "photo_proofs" ADD CONSTRAINT "photo_proofs_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "photos_with_proof" ON "photos" USING btree ("event_id","uploaded_at") WHERE deleted_at is null and (awaits_original or shows_proof);