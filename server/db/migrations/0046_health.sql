CREATE TABLE "health_samples" (
	"part" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"latency_ms" integer,
	"figure" integer,
	CONSTRAINT "health_samples_part_at_pk" PRIMARY KEY("part","at")
);
--> statement-breakpoint
CREATE INDEX "health_samples_at" ON "health_samples" USING btree ("at");