ALTER TABLE "users" ADD COLUMN "email_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD COLUMN "mailed_token_hash" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deleted_by_platform" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_mailed_token" ON "organization_invitations" USING btree ("mailed_token_hash");--> statement-breakpoint
UPDATE "users" u SET "email_since" = coalesce((SELECT max(l.at) FROM "audit_log" l WHERE l.actor_id = u.id AND l.action = 'account.change_email'), u.created_at);--> statement-breakpoint
-- No session outlives its sign-in by more than 90 days.
UPDATE "sessions" SET "expires_at" = least("expires_at", "created_at" + interval '90 days');--> statement-breakpoint
-- An erasure may leave part of an entry. What it replaces is proved by a hash that stays, whatever is erased later.
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
		IF current_setting('audit.erasing', true) = 'on' AND NEW.erased_for IS NOT NULL AND (NEW.ip IS NULL OR NEW.ip = OLD.ip)
			AND (changed <@ ARRAY['ip', 'detail', 'nonce', 'erased', 'erased_for'] AND NEW.erased IS NOT NULL AND (OLD.erased IS NULL OR NEW.erased = OLD.erased)
				OR changed <@ ARRAY['detail', 'detail_nonce', 'erased_detail', 'erased_for'] AND NEW.erased_detail IS NOT NULL
					AND (OLD.erased_detail IS NULL OR NEW.erased_detail = OLD.erased_detail)) THEN
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
