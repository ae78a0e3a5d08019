-- What an entry is found by: each of its words whole, and the parts between its signs. Cut where no word may be longer. Without regular expressions,
-- which took most of the time of writing an entry.
-- The baseline: the whole schema as of version 0.2.0. Written by hand, because drizzle-kit doesn't model them: functions, triggers, the rows of "plans".
-- The search words of an audit entry: every word as it is, and its parts between punctuation, each cut to 100 characters. No regular expressions:
-- they took most of the time of an insert.
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
CREATE TABLE "avatars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"webp" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"old_token_hash" text NOT NULL,
	"new_token_hash" text NOT NULL,
	"old_confirmed_at" timestamp (3) with time zone,
	"new_confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"outcome" text,
	"new_session_id" uuid
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"challenge_hash" text NOT NULL,
	"remember_me" boolean NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"device_type" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "role_permissions" (
	"role" text NOT NULL,
	"flag" text NOT NULL,
	CONSTRAINT "role_permissions_role_flag_pk" PRIMARY KEY("role","flag")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"remember_me" boolean NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"guest_key_hash" text,
	"deleted_at" timestamp (3) with time zone,
	"date_locale" text,
	"avatar_tag" text,
	"search_text" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || chr(10) || coalesce(email, ''))) STORED NOT NULL,
	"email_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_by_admin" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "viewings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid,
	"viewer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_seller" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"number" integer,
	"status" text DEFAULT 'open' NOT NULL,
	"description" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_on" date NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"billed_to_name" text NOT NULL,
	"billed_to_email" text,
	"issued_by" jsonb,
	"provider_id" text,
	"provider_number" text,
	CONSTRAINT "invoices_numbered" CHECK (("invoices"."number" is null) <> ("invoices"."provider_id" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text,
	"plan_id" text,
	"period_end" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"reads_begun" integer DEFAULT 0 NOT NULL,
	"read_applied" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_accounts_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "payment_checkouts" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"price_id" text NOT NULL,
	"session_id" text,
	"url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"organization_id" uuid,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"price_id" text PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"is_current" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"monthly_price" integer NOT NULL,
	"currency" text NOT NULL,
	"max_open_events" integer,
	"max_staff" integer,
	"max_storage_bytes" bigint,
	"max_generations" integer
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_changes" (
	"event_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"photo_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"was_shown" boolean DEFAULT true NOT NULL,
	CONSTRAINT "event_changes_event_id_seq_pk" PRIMARY KEY("event_id","seq")
);
--> statement-breakpoint
CREATE TABLE "event_counters" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"photos_count" integer DEFAULT 0 NOT NULL,
	"attendees_count" integer DEFAULT 0 NOT NULL,
	"photos_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_former_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"renewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'photographer' NOT NULL,
	"code" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_by" uuid,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "event_participants" (
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"role" text DEFAULT 'photographer' NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"photographer_until" timestamp (3) with time zone,
	"has_left" boolean DEFAULT false NOT NULL,
	CONSTRAINT "event_participants_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'public' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"duration_hours" real DEFAULT 2 NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"cover_photo_id" uuid,
	"join_code" text NOT NULL,
	"require_approval" boolean DEFAULT false NOT NULL,
	"auto_gallery" boolean DEFAULT true NOT NULL,
	"allow_downloads" boolean DEFAULT true NOT NULL,
	"published_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"join_policy" text DEFAULT 'code' NOT NULL,
	"time_zone" text,
	"ends_automatically" boolean DEFAULT false NOT NULL,
	"join_identity" text DEFAULT 'name' NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"kept_until" timestamp (3) with time zone,
	"removal_reason" text
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"generation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"month" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite_images" (
	"user_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "favourite_images_user_id_image_id_pk" PRIMARY KEY("user_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "generated_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"generation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"model_id" text NOT NULL,
	"prompt" text NOT NULL,
	"seed" bigint,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"content_type" text NOT NULL,
	"hash" text NOT NULL,
	"thumbhash" "bytea" NOT NULL,
	"is_sensitive" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "generation_counters" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generation_models" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_model" text NOT NULL,
	"name" text NOT NULL,
	"task" text NOT NULL,
	"description" text NOT NULL,
	"licence" text,
	"is_ai" boolean NOT NULL,
	"capabilities" jsonb NOT NULL,
	"digital_source_type" text NOT NULL,
	"credits" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"audience" text NOT NULL,
	"position" integer NOT NULL,
	"plans" text[] DEFAULT '{}' NOT NULL,
	"organization_ids" uuid[] DEFAULT '{}' NOT NULL,
	"max_count" integer,
	"max_pixels" integer,
	"daily_limit" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "generation_models_credits" CHECK ("generation_models"."credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "generation_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"model_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"asked_hash" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"progress" real,
	"message" text,
	"seq" bigint NOT NULL,
	"credits" integer NOT NULL,
	"unit_credits" integer NOT NULL,
	"rank" integer NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"taken_reference" text,
	"source_key" text,
	"mask_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"run_id" uuid,
	"is_test" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collected_images" (
	"collection_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"photo_id" uuid,
	"image_id" uuid,
	CONSTRAINT "collected_images_collection_id_id_pk" PRIMARY KEY("collection_id","id"),
	CONSTRAINT "collected_images_one" CHECK (id = coalesce(photo_id, image_id) and num_nonnulls(photo_id, image_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "image_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content" text,
	"html" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"outcome" text,
	"last_error" text,
	"logo_key" text
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"target" jsonb NOT NULL,
	"by_mail" boolean NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"told_until" uuid,
	"recipients" integer DEFAULT 0 NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"by_push" boolean DEFAULT false NOT NULL,
	"pushes" integer DEFAULT 0 NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"announcement_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"kind" text,
	"title" text,
	"body" text,
	"link" text,
	CONSTRAINT "notices_says_something" CHECK (announcement_id is not null or (kind is not null and title is not null and body is not null))
);
--> statement-breakpoint
CREATE TABLE "muted_mails" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"organization_id" uuid,
	CONSTRAINT "muted_mails_one" UNIQUE NULLS NOT DISTINCT("user_id","kind","organization_id")
);
--> statement-breakpoint
CREATE TABLE "muted_pushes" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"organization_id" uuid,
	CONSTRAINT "muted_pushes_one" UNIQUE NULLS NOT DISTINCT("user_id","kind","organization_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"permissions" jsonb,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"removed_by" uuid,
	"active_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "organization_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_by" uuid,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"mailed_token_hash" text
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"contact_email" text,
	"phone_number" text,
	"avatar_url" text,
	"rejection_reason" text,
	"primary_color" text DEFAULT '#000000' NOT NULL,
	"secondary_color" text DEFAULT '#ffffff' NOT NULL,
	"logo_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"default_event_type" text DEFAULT 'public' NOT NULL,
	"default_event_duration_hours" real DEFAULT 2 NOT NULL,
	"default_require_approval" boolean DEFAULT false NOT NULL,
	"default_auto_gallery" boolean DEFAULT true NOT NULL,
	"default_allow_downloads" boolean DEFAULT true NOT NULL,
	"watermark_url" text,
	"settings_version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"watermark_enabled" boolean DEFAULT false NOT NULL,
	"watermark_source" text DEFAULT 'text' NOT NULL,
	"watermark_text" text DEFAULT '' NOT NULL,
	"watermark_position" text DEFAULT 'bottom-right' NOT NULL,
	"watermark_size" integer DEFAULT 25 NOT NULL,
	"watermark_strength" integer DEFAULT 60 NOT NULL,
	"deleted_by_platform" boolean DEFAULT false NOT NULL,
	CONSTRAINT "organizations_watermark" CHECK (not "organizations"."watermark_enabled" or case "organizations"."watermark_source" when 'logo' then "organizations"."logo_url" else "organizations"."watermark_url" end is not null)
);
--> statement-breakpoint
CREATE TABLE "data_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"photos" text,
	"status" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reply_to" text,
	"recorded_by" uuid,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"answer" text DEFAULT '' NOT NULL,
	"token_hash" text,
	"link_expires_at" timestamp (3) with time zone,
	"downloaded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "marked_copies" (
	"photo_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"variant" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marked_copies_photo_id_mark_variant_pk" PRIMARY KEY("photo_id","mark","variant")
);
--> statement-breakpoint
CREATE TABLE "photo_likes" (
	"photo_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photo_likes_photo_id_user_id_pk" PRIMARY KEY("photo_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"uploader_id" uuid NOT NULL,
	"status" text NOT NULL,
	"state" text DEFAULT 'processing' NOT NULL,
	"unreadable_reason" text,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"tz_offset" integer NOT NULL,
	"orientation" integer NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"width" integer,
	"height" integer,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"thumbhash" "bytea",
	"likes" integer DEFAULT 0 NOT NULL,
	"device_id" uuid NOT NULL,
	"device_seq" bigint NOT NULL,
	"source" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"files_removed_at" timestamp (3) with time zone,
	"camera" text,
	"rejection_reason" text,
	"moderated_by" uuid,
	"moderated_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	"taken_at_claimed" timestamp (3) with time zone,
	"deleted_by" uuid,
	"take_down_reason" text,
	"in_trash" boolean DEFAULT false NOT NULL,
	"file_name" text
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bytes" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"moved_to" text,
	"event_id" uuid
);
--> statement-breakpoint
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
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"organization_id" uuid,
	"outcome" text NOT NULL,
	"ip" text,
	"request_id" text,
	"detail" jsonb,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"nonce" uuid DEFAULT gen_random_uuid(),
	"erased" "bytea",
	"words" "tsvector" GENERATED ALWAYS AS (audit_words(action, subject_type, subject_id, outcome, ip, request_id, detail)) STORED NOT NULL,
	"erased_for" uuid,
	"detail_nonce" uuid DEFAULT gen_random_uuid(),
	"erased_detail" "bytea"
);
--> statement-breakpoint
CREATE TABLE "health_samples" (
	"part" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"latency_ms" integer,
	"figure" integer,
	CONSTRAINT "health_samples_part_at_pk" PRIMARY KEY("part","at")
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"announcement_id" uuid NOT NULL,
	"subscription_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"outcome" text,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"is_answer" boolean NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_screenshots" (
	"ticket_id" uuid PRIMARY KEY NOT NULL,
	"jpeg" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"diagnostics" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_two_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."two_factors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_viewer_id_users_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_checkouts" ADD CONSTRAINT "payment_checkouts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_checkouts" ADD CONSTRAINT "payment_checkouts_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_counters" ADD CONSTRAINT "event_counters_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_former_codes" ADD CONSTRAINT "event_former_codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_participants" ADD CONSTRAINT "event_participants_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_participants" ADD CONSTRAINT "event_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_images" ADD CONSTRAINT "favourite_images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_images" ADD CONSTRAINT "favourite_images_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_counters" ADD CONSTRAINT "generation_counters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_uploads" ADD CONSTRAINT "generation_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_model_id_generation_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."generation_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_images" ADD CONSTRAINT "collected_images_collection_id_image_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."image_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_images" ADD CONSTRAINT "collected_images_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_images" ADD CONSTRAINT "collected_images_image_id_generated_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generated_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_collections" ADD CONSTRAINT "image_collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_collections" ADD CONSTRAINT "image_collections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_pushes" ADD CONSTRAINT "muted_pushes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_pushes" ADD CONSTRAINT "muted_pushes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marked_copies" ADD CONSTRAINT "marked_copies_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marked_copies" ADD CONSTRAINT "marked_copies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_likes" ADD CONSTRAINT "photo_likes_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_likes" ADD CONSTRAINT "photo_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_moderated_by_users_id_fk" FOREIGN KEY ("moderated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_screenshots" ADD CONSTRAINT "ticket_screenshots_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_old_token" ON "email_changes" USING btree ("old_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_new_token" ON "email_changes" USING btree ("new_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "login_challenges_hash" ON "login_challenges" USING btree ("challenge_hash");--> statement-breakpoint
CREATE INDEX "login_challenges_user" ON "login_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_tokens_hash" ON "mail_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_hash" ON "refresh_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_guest_key" ON "users" USING btree ("guest_key_hash");--> statement-breakpoint
CREATE INDEX "users_by_creation" ON "users" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (((first_name || ' ' || last_name) collate "und-x-icu"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "viewings_open" ON "viewings" USING btree ("session_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "viewings_user" ON "viewings" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_provider" ON "invoices" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "invoices_organization" ON "invoices" USING btree ("organization_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("organization_id") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_current" ON "plan_prices" USING btree ("plan_id") WHERE "plan_prices"."is_current";--> statement-breakpoint
CREATE UNIQUE INDEX "plan_requests_pending" ON "plan_requests" USING btree ("organization_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "plan_requests_organization" ON "plan_requests" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "plan_requests_status" ON "plan_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "event_changes_created" ON "event_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_code" ON "event_invitations" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_open" ON "event_invitations" USING btree ("event_id","email") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "event_invitations_event" ON "event_invitations" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_participants_user" ON "event_participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_participants_joined" ON "event_participants" USING btree ("event_id","joined_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_join_code" ON "events" USING btree ("join_code");--> statement-breakpoint
CREATE INDEX "events_organization" ON "events" USING btree ("organization_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_start" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_ending" ON "events" USING btree ("starts_at") WHERE ends_automatically and status in ('live', 'active');--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_generation" ON "credit_entries" USING btree ("generation_id","kind");--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id","month") WHERE organization_id is null;--> statement-breakpoint
CREATE INDEX "credit_entries_organization" ON "credit_entries" USING btree ("organization_id","month") WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX "favourite_images_image" ON "favourite_images" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "generated_images_position" ON "generated_images" USING btree ("generation_id","position");--> statement-breakpoint
CREATE INDEX "generated_images_user" ON "generated_images" USING btree ("user_id","created_at","id") WHERE deleted_at is null and organization_id is null;--> statement-breakpoint
CREATE INDEX "generated_images_organization" ON "generated_images" USING btree ("organization_id","created_at","id") WHERE deleted_at is null and organization_id is not null;--> statement-breakpoint
CREATE INDEX "generated_images_deleted" ON "generated_images" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "generation_uploads_user" ON "generation_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "generation_uploads_expires" ON "generation_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "generations_user" ON "generations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "generations_user_organization" ON "generations" USING btree ("user_id","organization_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "generations_seq" ON "generations" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "generations_queued" ON "generations" USING btree ("rank","created_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "generations_unfinished" ON "generations" USING btree ("user_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "generations_organization" ON "generations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "generations_finished" ON "generations" USING btree ("finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "collected_images_photo" ON "collected_images" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "collected_images_image" ON "collected_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "image_collections_user" ON "image_collections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "image_collections_organization" ON "image_collections" USING btree ("organization_id") WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX "image_collections_deleted" ON "image_collections" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_key" ON "mails" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "mails_unsettled" ON "mails" USING btree ("created_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "mails_announced" ON "mails" USING btree ("key") WHERE key like 'announcement:%' and outcome is distinct from 'sent';--> statement-breakpoint
CREATE INDEX "announcements_send_at" ON "announcements" USING btree ("send_at","id");--> statement-breakpoint
CREATE INDEX "announcements_status" ON "announcements" USING btree ("status","send_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("announcement_id","user_id");--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_read" ON "notices" USING btree ("announcement_id") WHERE read_at is not null;--> statement-breakpoint
CREATE INDEX "notices_created_at" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_user_organization" ON "memberships" USING btree ("user_id","organization_id");--> statement-breakpoint
CREATE INDEX "memberships_organization" ON "memberships" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_token" ON "organization_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_mailed_token" ON "organization_invitations" USING btree ("mailed_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_open" ON "organization_invitations" USING btree ("organization_id","email") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "organization_invitations_organization" ON "organization_invitations" USING btree ("organization_id","sent_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_open" ON "data_requests" USING btree ("user_id","kind") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_token" ON "data_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "data_requests_asked" ON "data_requests" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "data_requests_user" ON "data_requests" USING btree ("user_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "marked_copies_mark" ON "marked_copies" USING btree ("organization_id","mark","made_at");--> statement-breakpoint
CREATE INDEX "photo_likes_user" ON "photo_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "photos_gallery" ON "photos" USING btree ("event_id","taken_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_gallery_of_uploader" ON "photos" USING btree ("event_id","uploader_id","taken_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_of_status" ON "photos" USING btree ("event_id","status","taken_at","id","state") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_unshown" ON "photos" USING btree ("event_id","uploader_id","taken_at","id") WHERE deleted_at is null and (status <> 'approved' or state = 'unreadable');--> statement-breakpoint
CREATE INDEX "photos_processing" ON "photos" USING btree ("uploaded_at") WHERE deleted_at is null and state = 'processing';--> statement-breakpoint
CREATE INDEX "photos_claimed" ON "photos" USING btree ("event_id","claimed_until") WHERE claimed_by is not null;--> statement-breakpoint
CREATE INDEX "photos_pending" ON "photos" USING btree ("event_id","uploaded_at","id") WHERE deleted_at is null and status = 'pending';--> statement-breakpoint
CREATE INDEX "photos_uploader" ON "photos" USING btree ("uploader_id","event_id",coalesce(camera, ''),"taken_at","id");--> statement-breakpoint
CREATE INDEX "photos_of_cameras" ON "photos" USING btree ("event_id",coalesce(camera, ''),"taken_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_known" ON "photos" USING btree ("event_id","uploader_id","sha256") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "photos_taken_when" ON "photos" USING brin ("taken_at");--> statement-breakpoint
CREATE INDEX "photos_arrived_when" ON "photos" USING brin ("uploaded_at");--> statement-breakpoint
CREATE INDEX "photos_deleted" ON "photos" USING btree ("in_trash","deleted_at") WHERE deleted_at is not null and files_removed_at is null;--> statement-breakpoint
CREATE INDEX "photos_deleted_by" ON "photos" USING btree ("deleted_by","taken_at","id") WHERE deleted_at is not null and files_removed_at is null;--> statement-breakpoint
CREATE INDEX "photos_deleted_of_event" ON "photos" USING btree ("event_id","taken_at","id") WHERE deleted_at is not null and files_removed_at is null;--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id","event_id");--> statement-breakpoint
CREATE INDEX "analytics_delays_day" ON "analytics_delays" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analytics_periods_start" ON "analytics_periods" USING btree ("period","start");--> statement-breakpoint
CREATE INDEX "audit_log_at_id" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ("words");--> statement-breakpoint
CREATE INDEX "audit_log_organization" ON "audit_log" USING btree ("organization_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_log_person" ON "audit_log" USING btree ("subject_id","at","id") WHERE subject_type in ('user', 'member');--> statement-breakpoint
CREATE INDEX "audit_log_of_organization" ON "audit_log" USING btree ("organization_id","at","id") WHERE subject_type = 'organization';--> statement-breakpoint
CREATE INDEX "health_samples_at" ON "health_samples" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "pushes_not_sent" ON "pushes" USING btree ("announcement_id") WHERE outcome is distinct from 'sent';--> statement-breakpoint
CREATE INDEX "pushes_subscription" ON "pushes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "pushes_created_at" ON "pushes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pushes_unsettled" ON "pushes" USING btree ("created_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "tickets_updated" ON "tickets" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at","id");
--> statement-breakpoint
-- An erasure may leave part of an entry. What it replaces is proved by a hash that stays, whatever is erased later.
-- The audit log is append-only, with three exceptions: counting repeats of an entry that isn't sealed yet, erasing personal data, and deleting
-- entries after the retention period. The last two need a setting in their own transaction. An erasure keeps a hash of what it replaces.
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
CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "guard_audit_log" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "guard_audit_log"();
--> statement-breakpoint
CREATE TRIGGER "guard_audit_blocks" BEFORE UPDATE OR DELETE ON "audit_blocks" FOR EACH ROW EXECUTE FUNCTION "guard_audit_blocks"();
--> statement-breakpoint
CREATE TRIGGER "refuse_truncate" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
CREATE TRIGGER "refuse_truncate" BEFORE TRUNCATE ON "audit_blocks" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
INSERT INTO "plans" ("id", "name", "monthly_price", "currency", "max_open_events", "max_staff", "max_storage_bytes", "max_generations") VALUES
  ('free', 'Free', 0, 'EUR', 3, 5, 5000000000, 20),
  ('pro', 'Pro', 4900, 'EUR', 20, 15, 200000000000, 500),
  ('studio', 'Studio', 19900, 'EUR', NULL, NULL, 2000000000000, 5000);
