ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_key_hash" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "join_identity" text DEFAULT 'name' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_guest_key" ON "users" USING btree ("guest_key_hash");