-- Unlogged: the counters of minutes and hours need no durability, and a commit that only writes them does not wait for the disk.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"reserved" integer NOT NULL,
	"until_ms" double precision NOT NULL,
	"is_refused" boolean NOT NULL
);
