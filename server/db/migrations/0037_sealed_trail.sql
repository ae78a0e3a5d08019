-- What an entry is found by: each of its words whole, and the parts between its signs. Cut where no word may be longer. Without regular expressions,
-- which took most of the time of writing an entry.
CREATE FUNCTION "audit_words"("action" text, "subject_type" text, "subject_id" text, "outcome" text, "ip" text, "request_id" text, "detail" jsonb) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_to_tsvector(ARRAY(SELECT left(word, 100) FROM unnest(
		string_to_array(lower(translate(action || ' ' || subject_type || ' ' || coalesce(subject_id, '') || ' ' || outcome || ' ' || coalesce(ip, '') || ' '
			|| coalesce(request_id, '') || ' ' || coalesce(detail::text, ''), E'{}[]",\t\n\r', '         ') COLLATE "und-x-icu"), ' ')
		|| string_to_array(lower(translate(action || ' ' || subject_type || ' ' || CASE WHEN subject_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-' THEN '' ELSE coalesce(subject_id, '') END
			|| ' ' || coalesce(detail::text, ''), E'{}[]",\t\n\r.:;/_-()''@=+?&#%!<>|\\', repeat(' ', 32)) COLLATE "und-x-icu"), ' ')
	) AS words(word) WHERE word <> ''))
$$;
--> statement-breakpoint
CREATE TABLE "audit_blocks" (
	"number" bigint PRIMARY KEY NOT NULL,
	"sealed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entries" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_id" bigint NOT NULL,
	"list" "bytea",
	"list_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"forgotten_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_log_at";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "nonce" uuid DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "erased" "bytea";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (audit_words(action, subject_type, subject_id, outcome, ip, request_id, detail)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_at_id" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ("words");;--> statement-breakpoint
-- Entries are added. Otherwise: repetitions are counted in what is not sealed yet, what is personal is erased, and old ones are forgotten; each by
-- code that says so, with its own transaction's setting.
CREATE FUNCTION "guard_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text[];
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('audit.forgetting', true) = 'on' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' THEN
		SELECT coalesce(array_agg(n.key), '{}') INTO changed
		FROM jsonb_each(to_jsonb(NEW) - 'words') n JOIN jsonb_each(to_jsonb(OLD)) o ON o.key = n.key AND o.value <> n.value;
		IF current_setting('audit.erasing', true) = 'on' AND changed <@ ARRAY['ip', 'detail', 'nonce', 'erased'] AND NEW.nonce IS NULL AND NEW.ip IS NULL THEN
			RETURN NEW;
		END IF;
		IF changed <@ ARRAY['count', 'last_at'] AND NEW.count >= OLD.count AND NOT EXISTS (
			SELECT FROM (SELECT last_at, last_id FROM audit_blocks ORDER BY number DESC LIMIT 1) sealed
			WHERE (sealed.last_at, sealed.last_id) >= (OLD.at, OLD.id)) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "guard_audit_log" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "guard_audit_log"();
--> statement-breakpoint
CREATE FUNCTION "guard_audit_blocks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('audit.forgetting', true) = 'on'
		AND to_jsonb(NEW) - '{list,forgotten_at}'::text[] = to_jsonb(OLD) - '{list,forgotten_at}'::text[] AND NEW.list IS NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'the sealed audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "guard_audit_blocks" BEFORE UPDATE OR DELETE ON "audit_blocks" FOR EACH ROW EXECUTE FUNCTION "guard_audit_blocks"();
--> statement-breakpoint
CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "refuse_truncate" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
CREATE TRIGGER "refuse_truncate" BEFORE TRUNCATE ON "audit_blocks" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
