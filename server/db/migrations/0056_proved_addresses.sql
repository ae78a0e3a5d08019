ALTER TABLE "email_changes" ADD COLUMN "new_session_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("recipient","created_at");--> statement-breakpoint
-- Whose address an administrator confirmed, and who has not proved it since.
UPDATE "users" u SET "verified_by_admin" = true WHERE u.is_verified AND EXISTS (
	SELECT FROM "audit_log" l WHERE l.action = 'account.verify_for' AND l.subject_id = u.id::text AND NOT EXISTS (
		SELECT FROM "audit_log" p WHERE p.subject_id = l.subject_id AND p.id > l.id AND p.outcome = 'ok'
			AND p.action IN ('account.verify_email', 'account.reset_password', 'account.change_email')));
