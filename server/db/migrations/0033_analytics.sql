CREATE TABLE "analytics_delays" (
	"day" date NOT NULL,
	"organization_id" uuid NOT NULL,
	"bucket" integer NOT NULL,
	"photos" integer NOT NULL,
	CONSTRAINT "analytics_delays_organization_id_day_bucket_pk" PRIMARY KEY("organization_id","day","bucket")
);
--> statement-breakpoint
CREATE TABLE "analytics_periods" (
	"period" text NOT NULL,
	"start" date NOT NULL,
	"organization_id" uuid NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	"joined" integer DEFAULT 0 NOT NULL,
	"active_people" integer DEFAULT 0 NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"captured" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"delivered_bytes" bigint DEFAULT 0 NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"failed_generations" integer DEFAULT 0 NOT NULL,
	"stored_bytes" bigint,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_periods_period_organization_id_start_pk" PRIMARY KEY("period","organization_id","start")
);
--> statement-breakpoint
CREATE INDEX "analytics_delays_day" ON "analytics_delays" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analytics_periods_start" ON "analytics_periods" USING btree ("period","start");--> statement-breakpoint
CREATE INDEX "photos_taken_when" ON "photos" USING brin ("taken_at");--> statement-breakpoint
CREATE INDEX "photos_arrived_when" ON "photos" USING brin ("uploaded_at");