CREATE TABLE "billing_seller" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "issued_by" jsonb;