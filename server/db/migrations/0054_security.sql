ALTER TABLE "organization_invitations" ADD COLUMN "mailed_token_hash" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deleted_by_platform" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_mailed_token" ON "organization_invitations" USING btree ("mailed_token_hash");