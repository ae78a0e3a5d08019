ALTER TABLE "events" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "active_until" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "events" e SET "opened_at" = e.created_at WHERE e.status <> 'draft' OR EXISTS (
	SELECT 1 FROM "audit_log" a WHERE a.action = 'event.update' AND a.subject_id = e.id::text AND a.detail->'status'->>'from' IN ('live', 'active')
);--> statement-breakpoint
UPDATE "memberships" m SET "active_until" = m.removed_at WHERE m.status = 'active' AND m.removed_at IS NOT NULL;--> statement-breakpoint
UPDATE "memberships" m SET "active_until" = coalesce((
	SELECT max(a.at) FROM "audit_log" a WHERE a.action = 'organization.change_member_status' AND a.subject_id = m.id::text AND a.detail->>'to' = 'suspended'
), m.removed_at, now()) WHERE m.status = 'suspended';--> statement-breakpoint
UPDATE "memberships" m SET "active_until" = (
	SELECT max(gone.at) FROM "audit_log" gone
	WHERE gone.action IN ('organization.remove_member', 'organization.leave') AND gone.subject_id = m.id::text
	-- Who was removed, or declined, before they had answered was no member then.
	AND NOT EXISTS (
		SELECT 1 FROM "audit_log" asked WHERE asked.action = 'organization.add_member' AND asked.subject_id = m.id::text AND asked.id < gone.id
		AND NOT EXISTS (
			SELECT 1 FROM "audit_log" yes WHERE yes.id BETWEEN asked.id AND gone.id
			AND ((yes.action = 'organization.accept_membership' AND yes.subject_id = m.id::text)
				OR (yes.action = 'organization.accept_invitation' AND yes.actor_id = m.user_id AND yes.organization_id = m.organization_id))
		)
	)
) WHERE m.status = 'invited';
