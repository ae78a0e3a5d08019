ALTER TABLE "notices" ALTER COLUMN "announcement_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_says_something" CHECK (announcement_id is not null or (kind is not null and title is not null and body is not null));