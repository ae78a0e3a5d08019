-- Entries that are there already have none: what they hold was hashed as it is. (A default in the same statement would write all of them anew.)
ALTER TABLE "audit_log" ADD COLUMN "detail_nonce" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "detail_nonce" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "erased_detail" "bytea";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "guard_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text[];
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('audit.forgetting', true) = 'on' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' THEN
		SELECT coalesce(array_agg(n.key), '{}') INTO changed
		FROM jsonb_each(to_jsonb(NEW) - 'words') n JOIN jsonb_each(to_jsonb(OLD)) o ON o.key = n.key AND o.value <> n.value;
		IF current_setting('audit.erasing', true) = 'on' AND changed <@ ARRAY['ip', 'detail', 'nonce', 'erased', 'erased_for'] AND NEW.nonce IS NULL AND NEW.ip IS NULL
			AND NEW.erased_for IS NOT NULL THEN
			RETURN NEW;
		END IF;
		IF current_setting('audit.erasing', true) = 'on' AND changed <@ ARRAY['detail', 'detail_nonce', 'erased_detail', 'erased_for'] AND NEW.detail IS NULL
			AND NEW.detail_nonce IS NULL AND NEW.erased_detail IS NOT NULL AND NEW.erased_for IS NOT NULL THEN
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
