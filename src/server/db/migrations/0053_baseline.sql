-- baseline: the whole schema, as the migrations 0000 to 0052 made it. A database that stands at 0052 only records it.
-- Two roles without a login. The server's own user switches into one of them for the length of a transaction:
-- app_tenant sees the rows of one school, app_directory only the list of schools. Rights on tables follow in migrate.ts.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['app_tenant', 'app_directory'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOBYPASSRLS', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- roles belong to the whole cluster: another database's server was quicker
      END;
    END IF;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    EXCEPTION WHEN insufficient_privilege THEN
      NULL; -- made by someone else and perhaps granted by them; the server checks at start that it can switch
    END;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), wanted);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TABLE "account_challenges" (
	"school_id" uuid NOT NULL,
	"ticket_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"codes" jsonb NOT NULL,
	"registered" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer NOT NULL,
	"next_send_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "account_challenges_school_id_ticket_hash_pk" PRIMARY KEY("school_id","ticket_hash")
);
--> statement-breakpoint
ALTER TABLE "account_challenges" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "account_links" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"registered" jsonb,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "account_links_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "account_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "admission_rules" (
	"school_id" uuid NOT NULL,
	"rules" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "admission_rules_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "admission_rules" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "appointment_bookings" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"booked_at" timestamptz NOT NULL,
	"booked_by" uuid,
	"email" text,
	"language" text NOT NULL,
	"outcome" text,
	"note" text DEFAULT '' NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamptz,
	"reminded_at" timestamptz,
	"revision" integer NOT NULL,
	CONSTRAINT "appointment_bookings_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "appointment_bookings_state_check" CHECK ("appointment_bookings"."state" in ('booked', 'cancelled', 'moved', 'held', 'no-show'))
);
--> statement-breakpoint
ALTER TABLE "appointment_bookings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "appointment_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"guardian" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"opened_at" timestamptz,
	"ended_at" timestamptz,
	"beside_hashes" text[] DEFAULT '{}' NOT NULL,
	"was_asked" boolean DEFAULT true NOT NULL,
	CONSTRAINT "appointment_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "appointment_slots" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"campus" text NOT NULL,
	"starts_at" timestamptz NOT NULL,
	"ends_at" timestamptz NOT NULL,
	"room" text NOT NULL,
	"online_link" text NOT NULL,
	"interviewers" jsonb NOT NULL,
	"capacity" integer NOT NULL,
	"change_hours" integer NOT NULL,
	"ended_at" timestamptz,
	"made_by" uuid NOT NULL,
	"made_at" timestamptz NOT NULL,
	CONSTRAINT "appointment_slots_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_slots" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"what" text NOT NULL,
	"act_group" text NOT NULL,
	"by_user" uuid,
	"device_id" uuid,
	"kind" text NOT NULL,
	"record_id" text,
	"facts" jsonb NOT NULL,
	CONSTRAINT "audit_events_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "attempts" (
	"school_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"window_start" timestamptz NOT NULL,
	"count" integer NOT NULL,
	"window_ms" integer DEFAULT 900000 NOT NULL,
	CONSTRAINT "attempts_school_id_subject_pk" PRIMARY KEY("school_id","subject")
);
--> statement-breakpoint
ALTER TABLE "attempts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sessions" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"device_id" uuid,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"revoked_at" timestamptz,
	"user_agent" text DEFAULT '' NOT NULL,
	CONSTRAINT "sessions_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "users" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"name" jsonb NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"roles" text[] NOT NULL,
	"disabled_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"pin_epoch" integer DEFAULT 0 NOT NULL,
	"own_words" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"invited_at" timestamptz,
	CONSTRAINT "users_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "categories" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"sort" integer NOT NULL,
	"active" boolean NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "categories_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "categories" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "items" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"tax_code" text NOT NULL,
	"barcode" text,
	"modifier_group_ids" uuid[] NOT NULL,
	"allergens" text[] NOT NULL,
	"diet" text[] NOT NULL,
	"kcal" integer,
	"sort" integer NOT NULL,
	"active" boolean NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "items_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "items" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "modifier_groups" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"min" integer NOT NULL,
	"max" integer NOT NULL,
	"modifiers" jsonb NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "modifier_groups_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "modifier_groups" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "consent_acts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"sender_id" uuid,
	"token_hash" text,
	"language" text NOT NULL,
	"signature" jsonb,
	"decided_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	"counts" boolean NOT NULL,
	"by_user" uuid,
	"scan_id" uuid,
	CONSTRAINT "consent_acts_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "consent_acts_way_check" CHECK (case when "consent_acts"."by_user" is null then "consent_acts"."sender_id" is not null and "consent_acts"."token_hash" is not null and "consent_acts"."scan_id" is null else "consent_acts"."sender_id" is null and "consent_acts"."token_hash" is null and "consent_acts"."signature" is null end)
);
--> statement-breakpoint
ALTER TABLE "consent_acts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "consent_decisions" (
	"school_id" uuid NOT NULL,
	"act_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"version" integer NOT NULL,
	"agrees" boolean NOT NULL,
	CONSTRAINT "consent_decisions_school_id_act_id_purpose_pk" PRIMARY KEY("school_id","act_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "consent_decisions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "consent_openings" (
	"school_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"language" text NOT NULL,
	"address_hash" text NOT NULL,
	"agent" text NOT NULL,
	"opened_at" timestamptz NOT NULL,
	CONSTRAINT "consent_openings_school_id_request_id_sender_id_token_hash_pk" PRIMARY KEY("school_id","request_id","sender_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "consent_openings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "consent_purposes" (
	"school_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"position" integer NOT NULL,
	"published_version" integer NOT NULL,
	"is_offered" boolean NOT NULL,
	CONSTRAINT "consent_purposes_school_id_purpose_pk" PRIMARY KEY("school_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "consent_purposes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "consent_requests" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"submission_id" uuid,
	"subject" text NOT NULL,
	"guardian" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"purposes" text[] NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz,
	"answered_at" timestamptz,
	"revoked_at" timestamptz,
	"customer_id" uuid,
	"may_sign" boolean DEFAULT false NOT NULL,
	"student_id" uuid,
	"beside_hashes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "consent_requests_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "consent_requests" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "consent_wordings" (
	"school_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"version" integer NOT NULL,
	"title" jsonb NOT NULL,
	"wording" jsonb NOT NULL,
	"otherwise" jsonb NOT NULL,
	"published_at" timestamptz NOT NULL,
	CONSTRAINT "consent_wordings_school_id_purpose_version_pk" PRIMARY KEY("school_id","purpose","version")
);
--> statement-breakpoint
ALTER TABLE "consent_wordings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "criteria_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"slug" text NOT NULL,
	"submission_id" uuid,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"version" integer,
	"answers" jsonb NOT NULL,
	"updated_at" timestamptz,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"revoked_at" timestamptz,
	"handed_in_at" timestamptz,
	"revision" integer DEFAULT 0 NOT NULL,
	"student_id" uuid,
	CONSTRAINT "criteria_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "criteria_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "account_balances" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"balance" bigint NOT NULL,
	"spent_on" date,
	"spent" bigint NOT NULL,
	"version" bigint NOT NULL,
	"covered" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "account_balances_school_id_customer_id_pk" PRIMARY KEY("school_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "account_balances" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "account_entries" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"source_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"effective_at" timestamptz NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "account_entries_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "customers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"admission_no" text NOT NULL,
	"name" jsonb NOT NULL,
	"class_name" text NOT NULL,
	"card_no" text,
	"allergens" text[] NOT NULL,
	"diet" text[] NOT NULL,
	"daily_limit" bigint,
	"overdraft" bigint NOT NULL,
	"active" boolean NOT NULL,
	"version" bigint NOT NULL,
	"site_id" uuid,
	"birth_date" date,
	CONSTRAINT "customers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"amount" bigint NOT NULL,
	"weekdays" integer[] NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "entitlements_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "entitlements" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "pupil_accounts" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"is_ours" boolean NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"closed_at" timestamptz,
	"buys_from" date,
	"is_unread" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pupil_accounts_school_id_student_id_pk" PRIMARY KEY("school_id","student_id"),
	CONSTRAINT "pupil_accounts_state_check" CHECK ("pupil_accounts"."state" in ('waiting', 'open', 'closing', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "pupil_accounts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "device_alerts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"at" timestamptz NOT NULL,
	"install_epoch" uuid,
	"stream" text,
	"from_seq" integer,
	"to_seq" integer,
	"handled_at" timestamptz,
	"handled_by" uuid,
	"note" text,
	CONSTRAINT "device_alerts_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "device_alerts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "devices" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"public_key" jsonb NOT NULL,
	"paired_by" uuid NOT NULL,
	"paired_at" timestamptz NOT NULL,
	"revoked_at" timestamptz,
	"last_contact_at" timestamptz,
	"app_version" text,
	CONSTRAINT "devices_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "devices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "pairing_codes" (
	"school_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"till_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "pairing_codes_school_id_code_hash_pk" PRIMARY KEY("school_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "pairing_codes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sites" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	CONSTRAINT "sites_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sites" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "tills" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"name" jsonb NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tills_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "tills" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "document_deeds" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"type" text NOT NULL,
	"revision" integer NOT NULL,
	"act" text NOT NULL,
	"state" text NOT NULL,
	"document_id" uuid,
	"by_user" uuid,
	"reason" text,
	"note" text,
	"day" date,
	"asked_hash" text,
	"at" timestamptz NOT NULL,
	CONSTRAINT "document_deeds_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_deeds" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "document_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"guardian" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"opened_at" timestamptz,
	"ended_at" timestamptz,
	CONSTRAINT "document_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "document_sets" (
	"school_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"pack" text NOT NULL,
	"types" jsonb NOT NULL,
	"set_at" timestamptz NOT NULL,
	"set_by" uuid NOT NULL,
	"command_id" uuid,
	CONSTRAINT "document_sets_school_id_version_pk" PRIMARY KEY("school_id","version")
);
--> statement-breakpoint
ALTER TABLE "document_sets" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "document_standings" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"expires_on" date,
	"promised_until" date,
	"is_sensitive" boolean NOT NULL,
	"since" timestamptz NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "document_standings_school_id_student_id_type_pk" PRIMARY KEY("school_id","student_id","type"),
	CONSTRAINT "document_standings_state_check" CHECK ("document_standings"."state" in ('missing', 'uploaded', 'in-review', 'approved', 'rejected', 'waived', 'undertaking'))
);
--> statement-breakpoint
ALTER TABLE "document_standings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "documents" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"type" text NOT NULL,
	"came_from" text NOT NULL,
	"by_user" uuid,
	"link_id" uuid,
	"added_at" timestamptz NOT NULL,
	CONSTRAINT "documents_school_id_student_id_id_pk" PRIMARY KEY("school_id","student_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "erasure_holds" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"until_day" date,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "erasure_holds_school_id_student_id_pk" PRIMARY KEY("school_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "erasure_holds" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_erasures" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"xact" text NOT NULL,
	"records" uuid[] NOT NULL,
	"cause" text NOT NULL,
	"closed_on" date NOT NULL,
	"counts" jsonb NOT NULL,
	"day" date NOT NULL,
	"at" timestamptz NOT NULL,
	"by_user" uuid,
	"about" text DEFAULT 'file' NOT NULL,
	CONSTRAINT "student_erasures_school_id_student_id_pk" PRIMARY KEY("school_id","student_id"),
	CONSTRAINT "student_erasures_cause_check" CHECK ("student_erasures"."cause" in ('time-over', 'family-asked')),
	CONSTRAINT "student_erasures_about_check" CHECK ("student_erasures"."about" in ('file', 'enquiry'))
);
--> statement-breakpoint
ALTER TABLE "student_erasures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_audit" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"action" text NOT NULL,
	"customer_id" uuid,
	"by" uuid,
	"device_id" uuid,
	"detail" jsonb NOT NULL,
	CONSTRAINT "face_audit_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_audit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_charges" (
	"school_id" uuid NOT NULL,
	"tender_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"business_day" date NOT NULL,
	"sold_at" timestamptz NOT NULL,
	"why" text[] NOT NULL,
	"pays" boolean,
	"decided_at" timestamptz,
	"decided_by" uuid,
	CONSTRAINT "face_charges_school_id_tender_id_pk" PRIMARY KEY("school_id","tender_id")
);
--> statement-breakpoint
ALTER TABLE "face_charges" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_decisions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"customer_id" uuid,
	"sale_id" uuid,
	"mode" text NOT NULL,
	"outcome" text NOT NULL,
	"checked" text NOT NULL,
	"is_alive" boolean NOT NULL,
	"frames" integer NOT NULL,
	"override_by" uuid,
	"override_reason" text,
	"flags" text[] NOT NULL,
	"decided_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "face_decisions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_decisions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_deliveries" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	CONSTRAINT "face_deliveries_school_id_customer_id_device_id_pk" PRIMARY KEY("school_id","customer_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "face_deliveries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_devices" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"held_version" bigint NOT NULL,
	"held_count" integer NOT NULL,
	"heard_at" timestamptz NOT NULL,
	CONSTRAINT "face_devices_school_id_device_id_pk" PRIMARY KEY("school_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "face_devices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_forgotten" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamptz NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "face_forgotten_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_forgotten" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_forgotten_devices" (
	"school_id" uuid NOT NULL,
	"forgotten_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"done_at" timestamptz,
	CONSTRAINT "face_forgotten_devices_school_id_forgotten_id_device_id_pk" PRIMARY KEY("school_id","forgotten_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "face_forgotten_devices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_lists" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"list" text NOT NULL,
	"entries" jsonb NOT NULL,
	"at" timestamptz NOT NULL,
	"by" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "face_lists_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_lists" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_assessments" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "face_assessments_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_assessments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_marks" (
	"school_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"op_id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "face_marks_school_id_mark_pk" PRIMARY KEY("school_id","mark")
);
--> statement-breakpoint
ALTER TABLE "face_marks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_objections" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"objects" boolean NOT NULL,
	"at" timestamptz NOT NULL,
	"by" uuid NOT NULL,
	CONSTRAINT "face_objections_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_objections" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_pictures" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "face_pictures_school_id_customer_id_pk" PRIMARY KEY("school_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "face_pictures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_pins" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"content" text,
	"set_at" timestamptz NOT NULL,
	"set_by" uuid NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "face_pins_school_id_customer_id_pk" PRIMARY KEY("school_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "face_pins" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_settings" (
	"school_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	"bands" jsonb NOT NULL,
	"cap" bigint NOT NULL,
	"gallery_hours" integer NOT NULL,
	"fallback_days" integer NOT NULL,
	"weekend" integer[] NOT NULL,
	"chooses_by_name" boolean NOT NULL,
	"accepted_wording" integer NOT NULL,
	"rotation_epoch" integer NOT NULL,
	"seal_public" jsonb,
	"seal_private" text,
	"key_check" text,
	"keeps_pictures" boolean DEFAULT false NOT NULL,
	CONSTRAINT "face_settings_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "face_settings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_suspicions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"likeness" text NOT NULL,
	"found_at" timestamptz NOT NULL,
	"decision" text,
	"decided_at" timestamptz,
	"decided_by" uuid,
	CONSTRAINT "face_suspicions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_suspicions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "face_templates" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"pipeline" text NOT NULL,
	"rotation_epoch" integer NOT NULL,
	"samples" integer NOT NULL,
	"content" text NOT NULL,
	"is_ready" boolean NOT NULL,
	"is_one_to_one" boolean NOT NULL,
	"by" jsonb NOT NULL,
	"captured_at" timestamptz NOT NULL,
	"enrolled_at" timestamptz NOT NULL,
	"used_at" timestamptz NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "face_templates_school_id_customer_id_pk" PRIMARY KEY("school_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "face_templates" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "family_children" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"email" text NOT NULL,
	"given_at" timestamptz NOT NULL,
	"given_by" uuid,
	"gave_role" boolean NOT NULL,
	"ended_at" timestamptz,
	CONSTRAINT "family_children_school_id_student_id_email_pk" PRIMARY KEY("school_id","student_id","email")
);
--> statement-breakpoint
ALTER TABLE "family_children" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "account_drafts" (
	"school_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"answers" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"started_at" timestamptz NOT NULL,
	"updated_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "account_drafts_school_id_user_id_id_pk" PRIMARY KEY("school_id","user_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_drafts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "form_drafts" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"answers" jsonb NOT NULL,
	"started_at" timestamptz NOT NULL,
	"updated_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "form_drafts_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "form_drafts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "form_edits" (
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"definition" jsonb NOT NULL,
	"base_version" integer,
	"updated_at" timestamptz NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "form_edits_school_id_slug_pk" PRIMARY KEY("school_id","slug")
);
--> statement-breakpoint
ALTER TABLE "form_edits" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "file_chunks" (
	"school_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_school_id_file_id_no_pk" PRIMARY KEY("school_id","file_id","no")
);
--> statement-breakpoint
ALTER TABLE "file_chunks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "form_versions" (
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_at" timestamptz NOT NULL,
	"published_by" uuid,
	CONSTRAINT "form_versions_school_id_slug_version_pk" PRIMARY KEY("school_id","slug","version")
);
--> statement-breakpoint
ALTER TABLE "form_versions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "forms" (
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"published_version" integer,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "forms_school_id_slug_pk" PRIMARY KEY("school_id","slug")
);
--> statement-breakpoint
ALTER TABLE "forms" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "submission_files" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"submission_id" uuid,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"state" text NOT NULL,
	"completed_at" timestamptz,
	CONSTRAINT "submission_files_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "submission_files" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "submissions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reference" text NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"purpose" text NOT NULL,
	"answers" jsonb NOT NULL,
	"language" text NOT NULL,
	"channel" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"started_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	"flags" text[] NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "submissions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "submissions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_edits" (
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"template" jsonb,
	"updated_at" timestamptz NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "letter_edits_school_id_name_pk" PRIMARY KEY("school_id","name")
);
--> statement-breakpoint
ALTER TABLE "letter_edits" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_job_rows" (
	"school_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"student_id" uuid NOT NULL,
	"letter_id" uuid,
	"lacks" text[],
	CONSTRAINT "letter_job_rows_school_id_job_id_position_pk" PRIMARY KEY("school_id","job_id","position")
);
--> statement-breakpoint
ALTER TABLE "letter_job_rows" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_jobs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"origin" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	CONSTRAINT "letter_jobs_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "letter_jobs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_logos" (
	"school_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"png" "bytea",
	"sha256" text,
	"at" timestamptz NOT NULL,
	"by_user" uuid NOT NULL,
	CONSTRAINT "letter_logos_school_id_version_pk" PRIMARY KEY("school_id","version")
);
--> statement-breakpoint
ALTER TABLE "letter_logos" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_templates" (
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"template" jsonb NOT NULL,
	"published_at" timestamptz NOT NULL,
	"published_by" uuid NOT NULL,
	CONSTRAINT "letter_templates_school_id_name_version_pk" PRIMARY KEY("school_id","name","version")
);
--> statement-breakpoint
ALTER TABLE "letter_templates" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "issued_letters" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"topic" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"student_id" uuid,
	"source_id" uuid,
	"blocks" jsonb NOT NULL,
	"edition" integer NOT NULL,
	"code_hash" text NOT NULL,
	"issued_at" timestamptz NOT NULL,
	"issued_by" uuid,
	"template_version" integer DEFAULT 0 NOT NULL,
	"logo_version" integer,
	CONSTRAINT "issued_letters_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "issued_letters" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_ends" (
	"school_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"standing" text NOT NULL,
	"at" timestamptz NOT NULL,
	"by_user" uuid,
	CONSTRAINT "letter_ends_school_id_letter_id_pk" PRIMARY KEY("school_id","letter_id")
);
--> statement-breakpoint
ALTER TABLE "letter_ends" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_faults" (
	"school_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "letter_faults_school_id_letter_id_sha256_pk" PRIMARY KEY("school_id","letter_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "letter_faults" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "letter_prints" (
	"school_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"missing_glyphs" text[] NOT NULL,
	"without_logo" boolean NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "letter_prints_school_id_letter_id_pk" PRIMARY KEY("school_id","letter_id")
);
--> statement-breakpoint
ALTER TABLE "letter_prints" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "mails" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"params" jsonb NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamptz NOT NULL,
	"sent_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	"failure" text,
	"student_id" uuid,
	CONSTRAINT "mails_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "many_messages" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"words" jsonb NOT NULL,
	"is_necessary" boolean NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"origin" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	"leaves_at" timestamptz NOT NULL,
	CONSTRAINT "many_messages_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "many_messages_state_check" CHECK ("many_messages"."state" in ('running', 'stopped', 'done', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "many_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "many_recipients" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"student_ids" uuid[] NOT NULL,
	"made_at" timestamptz NOT NULL,
	"mail_id" uuid,
	"left_out" text,
	"field" text,
	"settled_at" timestamptz,
	CONSTRAINT "many_recipients_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "many_recipients" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "message_texts" (
	"school_id" uuid NOT NULL,
	"event" text NOT NULL,
	"version" integer NOT NULL,
	"text" jsonb NOT NULL,
	"set_at" timestamptz NOT NULL,
	"set_by" uuid NOT NULL,
	CONSTRAINT "message_texts_school_id_event_version_pk" PRIMARY KEY("school_id","event","version")
);
--> statement-breakpoint
ALTER TABLE "message_texts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_messages" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"event" text NOT NULL,
	"change_id" uuid NOT NULL,
	"recipients" jsonb NOT NULL,
	"origin" text NOT NULL,
	"made_at" timestamptz NOT NULL,
	"due_at" timestamptz NOT NULL,
	"state" text NOT NULL,
	"finding" jsonb,
	"text_version" integer,
	"settled_at" timestamptz,
	"settled_by" uuid,
	"reason" text,
	"command_id" uuid,
	CONSTRAINT "student_messages_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_scans" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"offer_id" uuid,
	"signer_id" uuid,
	"by_user" uuid NOT NULL,
	"added_at" timestamptz NOT NULL,
	CONSTRAINT "offer_scans_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "offer_scans_of_check" CHECK (("offer_scans"."offer_id" is null) = ("offer_scans"."signer_id" is null))
);
--> statement-breakpoint
ALTER TABLE "offer_scans" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_answers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"signer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"signature" jsonb,
	"reason" text,
	"note" text,
	"chosen_school" text,
	"keep_place" boolean NOT NULL,
	"language" text,
	"address_hash" text,
	"agent" text,
	"by_user" uuid,
	"asked_hash" text NOT NULL,
	"refused" text,
	"at" timestamptz NOT NULL,
	"scan_id" uuid,
	CONSTRAINT "offer_answers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_deposits" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"method" text NOT NULL,
	"receipt" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_deposits_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_deposits" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_links" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"signer_id" uuid NOT NULL,
	"issued_at" timestamptz NOT NULL,
	CONSTRAINT "offer_links_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "offer_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_notices" (
	"school_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_notices_school_id_offer_id_notice_pk" PRIMARY KEY("school_id","offer_id","notice")
);
--> statement-breakpoint
ALTER TABLE "offer_notices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_settlements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"percent" integer,
	"method" text,
	"receipt" text,
	"reason" text,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_settlements_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "offer_settlements_kind_check" CHECK ("offer_settlements"."kind" in ('waiver-asked', 'waiver-agreed', 'refund-due', 'refund-paid'))
);
--> statement-breakpoint
ALTER TABLE "offer_settlements" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offer_signers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"viewed_at" timestamptz,
	CONSTRAINT "offer_signers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_signers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "offers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"terms" jsonb NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"paused_at" timestamptz,
	"made_at" timestamptz NOT NULL,
	"made_by" uuid,
	"sent_at" timestamptz,
	"viewed_at" timestamptz,
	"accepted_at" timestamptz,
	"deposit_due_on" date,
	"settled_at" timestamptz,
	"origin" text NOT NULL,
	CONSTRAINT "offers_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "offers_state_check" CHECK ("offers"."state" in ('draft', 'approved', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'rescinded', 'superseded'))
);
--> statement-breakpoint
ALTER TABLE "offers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "person_decisions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"decision" text NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"decided_at" timestamptz NOT NULL,
	"decided_by" uuid NOT NULL,
	"undone_at" timestamptz,
	"undone_by" uuid,
	CONSTRAINT "person_decisions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_decisions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "person_keys" (
	"school_id" uuid NOT NULL,
	"key" text NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "person_keys_school_id_key_person_id_pk" PRIMARY KEY("school_id","key","person_id")
);
--> statement-breakpoint
ALTER TABLE "person_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "persons" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"names" text[] NOT NULL,
	"birth_date" date,
	"phone" text,
	"email" text,
	CONSTRAINT "persons_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "persons" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "cash_movements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "cash_movements_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "cash_movements" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "pos_exceptions" (
	"school_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"code" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"shift_id" uuid,
	"at" timestamptz NOT NULL,
	"handled_at" timestamptz,
	"handled_by" uuid,
	CONSTRAINT "pos_exceptions_school_id_op_id_code_pk" PRIMARY KEY("school_id","op_id","code")
);
--> statement-breakpoint
ALTER TABLE "pos_exceptions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sale_lines" (
	"school_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"qty_milli" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"modifiers" jsonb NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax_code" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"tax" bigint NOT NULL,
	"net" bigint NOT NULL,
	"allergens" text[] NOT NULL,
	"override_reason" text,
	CONSTRAINT "sale_lines_school_id_sale_id_n_pk" PRIMARY KEY("school_id","sale_id","n")
);
--> statement-breakpoint
ALTER TABLE "sale_lines" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sale_voids" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "sale_voids_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sale_voids" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sales" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"receipt_seq" integer NOT NULL,
	"receipt_no" text NOT NULL,
	"currency" text NOT NULL,
	"business_day" date NOT NULL,
	"sold_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	"cashier_id" uuid NOT NULL,
	"customer_id" uuid,
	"customer_proof" text NOT NULL,
	"price_list_version" integer NOT NULL,
	"snapshot_at" timestamptz NOT NULL,
	"gross" bigint NOT NULL,
	"discount_total" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"discount" jsonb,
	"taxes" jsonb NOT NULL,
	"flags" text[] NOT NULL,
	CONSTRAINT "sales_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "shifts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"no" integer NOT NULL,
	"currency" text NOT NULL,
	"business_day" date NOT NULL,
	"float_amount" bigint NOT NULL,
	"opened_by" uuid NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamptz,
	"counted_cash" bigint,
	"difference_reason" text,
	"printed_report" jsonb,
	CONSTRAINT "shifts_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "shifts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "tenders" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"given" bigint,
	"change" bigint,
	"rounding" bigint,
	"customer_id" uuid,
	"terminal_ref" text,
	"auth_code" text,
	CONSTRAINT "tenders_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "tenders" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "proof_keys" (
	"school_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "proof_keys_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "proof_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"school_id" uuid NOT NULL,
	"proof_hash" text NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "spent_proofs_school_id_proof_hash_pk" PRIMARY KEY("school_id","proof_hash")
);
--> statement-breakpoint
ALTER TABLE "spent_proofs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"is_default" boolean NOT NULL,
	"saved_at" timestamptz NOT NULL,
	CONSTRAINT "saved_filters_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "school_versions" (
	"school_id" uuid NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "school_versions_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "school_versions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "schools" (
	"school_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"cutover_minute" integer DEFAULT 0 NOT NULL,
	"language" text NOT NULL,
	"logo_svg" text NOT NULL,
	"profile" jsonb NOT NULL,
	"till_policy" jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "schools_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "schools" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "scoring_assessments" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"unmet" text[] NOT NULL,
	"recommendation" text NOT NULL,
	"conditions" text NOT NULL,
	"note" text NOT NULL,
	"device" text NOT NULL,
	"asked_hash" text NOT NULL,
	"submitted_at" timestamptz NOT NULL,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "scoring_assessments_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "scoring_assessments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "scoring_moderations" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"takes" text NOT NULL,
	"recommendation" text NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "scoring_moderations_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "scoring_moderations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "scoring_reopenings" (
	"school_id" uuid NOT NULL,
	"assessment_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "scoring_reopenings_school_id_assessment_id_pk" PRIMARY KEY("school_id","assessment_id")
);
--> statement-breakpoint
ALTER TABLE "scoring_reopenings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "scoring_sets" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamptz NOT NULL,
	CONSTRAINT "scoring_sets_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "scoring_sets" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "seat_holds" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"child_id" uuid NOT NULL,
	"campus" text NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"stream" text NOT NULL,
	"state" text NOT NULL,
	"taken_at" timestamptz NOT NULL,
	"firm_at" timestamptz,
	"released_at" timestamptz,
	CONSTRAINT "seat_holds_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "seat_holds_state_check" CHECK ("seat_holds"."state" in ('held', 'firm')),
	CONSTRAINT "seat_holds_firm_check" CHECK (("seat_holds"."state" = 'firm') = ("seat_holds"."firm_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "seat_holds" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "seat_places" (
	"school_id" uuid NOT NULL,
	"campus" text NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"stream" text NOT NULL,
	"seats" integer NOT NULL,
	"over_offer" integer NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "seat_places_school_id_campus_entry_year_grade_stream_pk" PRIMARY KEY("school_id","campus","entry_year","grade","stream")
);
--> statement-breakpoint
ALTER TABLE "seat_places" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "import_jobs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"state" text NOT NULL,
	"unknown_heads" text[] NOT NULL,
	"unused_heads" text[] NOT NULL,
	"day_order" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "import_jobs_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_jobs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"school_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"values" jsonb,
	"verdict" text NOT NULL,
	"problems" jsonb NOT NULL,
	"known" jsonb,
	"joined" integer NOT NULL,
	"siblings" integer NOT NULL,
	"student_id" uuid,
	CONSTRAINT "import_rows_school_id_job_id_row_pk" PRIMARY KEY("school_id","job_id","row")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_identity_numbers" (
	"school_id" uuid NOT NULL,
	"number_hash" text NOT NULL,
	"student_id" uuid NOT NULL,
	CONSTRAINT "student_identity_numbers_school_id_number_hash_pk" PRIMARY KEY("school_id","number_hash")
);
--> statement-breakpoint
ALTER TABLE "student_identity_numbers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_guardians" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"place" integer,
	"position" integer NOT NULL,
	"name_latin" text,
	"name_arabic" text,
	"relation" text,
	"phone" text,
	"email" text,
	"language" text,
	"is_legal_guardian" boolean,
	"may_sign" boolean,
	"may_collect" boolean,
	"lives_with_child" boolean,
	"pays_share" integer,
	CONSTRAINT "student_guardians_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_guardians" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_note_strikes" (
	"school_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_note_strikes_school_id_note_id_pk" PRIMARY KEY("school_id","note_id")
);
--> statement-breakpoint
ALTER TABLE "student_note_strikes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_notes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"way" text NOT NULL,
	"text" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_notes_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_notes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_record_changes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"changes" jsonb NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_record_changes_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_record_changes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_tasks" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"task" text NOT NULL,
	"due_on" date NOT NULL,
	"owner_id" uuid,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"done_by" uuid,
	"done_at" timestamptz,
	CONSTRAINT "student_tasks_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_tasks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_age_overrides" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"birth_date" date NOT NULL,
	"grade" text NOT NULL,
	"entry_year" integer NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_age_overrides_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_age_overrides" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "cash_series" (
	"school_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "cash_series_school_id_year_pk" PRIMARY KEY("school_id","year")
);
--> statement-breakpoint
ALTER TABLE "cash_series" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_cash" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"pays_for" text NOT NULL,
	"offer_id" uuid,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"provisional" text NOT NULL,
	"number" text NOT NULL,
	"taken_at" timestamptz NOT NULL,
	"known" jsonb NOT NULL,
	"fault" text,
	"by_user" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "student_cash_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_cash_pays_for_check" CHECK ("student_cash"."pays_for" in ('application-fee', 'deposit')),
	CONSTRAINT "student_cash_fault_check" CHECK ("student_cash"."fault" in ('offer-over', 'too-early', 'paid-already', 'over-cap', 'file-closed', 'not-allowed', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "student_cash" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_cash_ends" (
	"school_id" uuid NOT NULL,
	"cash_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"receipt" text,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_cash_ends_school_id_cash_id_pk" PRIMARY KEY("school_id","cash_id"),
	CONSTRAINT "student_cash_ends_kind_check" CHECK ("student_cash_ends"."kind" in ('returned', 'placed'))
);
--> statement-breakpoint
ALTER TABLE "student_cash_ends" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_fees" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"method" text,
	"receipt" text,
	"day_on" date NOT NULL,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	"entry" integer DEFAULT 1 NOT NULL,
	"reverses" uuid,
	"reason" text,
	CONSTRAINT "student_fees_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_fees_kind_check" CHECK ("student_fees"."kind" in ('paid', 'refund-due', 'refund-paid'))
);
--> statement-breakpoint
ALTER TABLE "student_fees" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_notices" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"filed_on" date,
	"number" text,
	"by_user" uuid,
	"at" timestamptz,
	CONSTRAINT "student_notices_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_notices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_form_waivers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"ends" uuid,
	CONSTRAINT "student_form_waivers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_form_waivers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_formalities" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"formality" text NOT NULL,
	"done_on" date,
	"number" text,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_formalities_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_formalities_check" CHECK ("student_formalities"."formality" in ('contract', 'registration'))
);
--> statement-breakpoint
ALTER TABLE "student_formalities" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_identity_checks" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"paper" text,
	"number_end" text NOT NULL,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_identity_checks_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_identity_checks_subject_check" CHECK ("student_identity_checks"."subject" in ('child', 'signer')),
	CONSTRAINT "student_identity_checks_paper_check" CHECK ("student_identity_checks"."paper" in ('identity-card', 'passport', 'birth-certificate'))
);
--> statement-breakpoint
ALTER TABLE "student_identity_checks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_changes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"outcome" text,
	"mover" text NOT NULL,
	"by_user" uuid,
	"approved_by" uuid,
	"reason" text,
	"note" text,
	"review_on" date,
	"decided_at" timestamptz NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "student_changes_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_changes_from_check" CHECK ("student_changes"."from_status" in ('new', 'shortlisted', 'waiting', 'on-hold', 'offer-out', 'accepted', 'booked', 'confirmed', 'rejected')),
	CONSTRAINT "student_changes_to_check" CHECK ("student_changes"."to_status" in ('new', 'shortlisted', 'waiting', 'on-hold', 'offer-out', 'accepted', 'booked', 'confirmed', 'rejected')),
	CONSTRAINT "student_changes_outcome_check" CHECK ("student_changes"."outcome" in ('refused-by-school', 'withdrawn-by-family', 'declined-by-family', 'offer-expired', 'offer-rescinded', 'deposit-overdue', 'intake-closed'))
);
--> statement-breakpoint
ALTER TABLE "student_changes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_commands" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"after" jsonb NOT NULL,
	"proposal_id" uuid,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "student_commands_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_commands" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_proposals" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"outcome" text,
	"by_user" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"review_on" date,
	"decided_at" timestamptz NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	"state" text NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamptz,
	"settled_note" text,
	"offer_id" uuid,
	CONSTRAINT "student_proposals_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_proposals" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "students" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reference" text NOT NULL,
	"origin" text NOT NULL,
	"submission_id" uuid,
	"place" integer,
	"person_id" uuid,
	"name_latin" text,
	"name_arabic" text,
	"birth_date" date,
	"nationality" text,
	"entry_year" integer,
	"grade" text,
	"source" text,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"status_since" timestamptz NOT NULL,
	"held_from" text,
	"review_on" date,
	"outcome" text,
	"closed_by" text,
	"owner_id" uuid,
	"next_action_on" date,
	"applied_at" timestamptz NOT NULL,
	"revision" integer NOT NULL,
	"sort_name" text NOT NULL,
	"search_text" text NOT NULL,
	"campus" text DEFAULT '' NOT NULL,
	"stream" text DEFAULT '' NOT NULL,
	"erased_at" timestamptz,
	CONSTRAINT "students_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "students_status_check" CHECK ("students"."status" in ('new', 'shortlisted', 'waiting', 'on-hold', 'offer-out', 'accepted', 'booked', 'confirmed', 'rejected')),
	CONSTRAINT "students_held_from_check" CHECK ("students"."held_from" in ('new', 'shortlisted', 'waiting', 'on-hold', 'offer-out', 'accepted', 'booked', 'confirmed', 'rejected')),
	CONSTRAINT "students_outcome_check" CHECK ("students"."outcome" in ('refused-by-school', 'withdrawn-by-family', 'declined-by-family', 'offer-expired', 'offer-rescinded', 'deposit-overdue', 'intake-closed')),
	CONSTRAINT "students_closed_by_check" CHECK ("students"."closed_by" in ('school', 'family', 'system'))
);
--> statement-breakpoint
ALTER TABLE "students" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "subscriber_links" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamptz,
	CONSTRAINT "subscriber_links_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "subscriber_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"confirmed_at" timestamptz,
	CONSTRAINT "subscribers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "subscribers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sync_installs" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"fence_epoch" integer NOT NULL,
	"fence_no" integer NOT NULL,
	"tails" jsonb NOT NULL,
	"last_seen_at" timestamptz NOT NULL,
	CONSTRAINT "sync_installs_school_id_device_id_install_epoch_pk" PRIMARY KEY("school_id","device_id","install_epoch")
);
--> statement-breakpoint
ALTER TABLE "sync_installs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sync_ops" (
	"school_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"stream" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"v" integer NOT NULL,
	"envelope" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"message_id" text,
	"flags" text[] NOT NULL,
	"server_version" bigint,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "sync_ops_school_id_op_id_pk" PRIMARY KEY("school_id","op_id")
);
--> statement-breakpoint
ALTER TABLE "sync_ops" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sync_quarantine" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"op_id" text NOT NULL,
	"outcome" text NOT NULL,
	"message_id" text NOT NULL,
	"hash" text NOT NULL,
	"raw" jsonb NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "sync_quarantine_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sync_quarantine" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sync_streams" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"stream" text NOT NULL,
	"last_seq" integer NOT NULL,
	"last_hash" text NOT NULL,
	CONSTRAINT "sync_streams_school_id_device_id_install_epoch_stream_pk" PRIMARY KEY("school_id","device_id","install_epoch","stream")
);
--> statement-breakpoint
ALTER TABLE "sync_streams" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "visitors" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"public_key" jsonb NOT NULL,
	"credit" integer NOT NULL,
	"admitted_at" timestamptz NOT NULL,
	"last_seen_at" timestamptz NOT NULL,
	CONSTRAINT "visitors_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "visitors" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "student_claims" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"note" text NOT NULL,
	"verified_on" date,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "student_claims_school_id_student_id_kind_pk" PRIMARY KEY("school_id","student_id","kind")
);
--> statement-breakpoint
ALTER TABLE "student_claims" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "waiting_positions" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"campus" text NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"stream" text NOT NULL,
	"position" integer,
	"total" integer NOT NULL,
	"reason" jsonb,
	"cause" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "waiting_positions_school_id_student_id_no_pk" PRIMARY KEY("school_id","student_id","no")
);
--> statement-breakpoint
ALTER TABLE "waiting_positions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "appointment_bookings" ADD CONSTRAINT "appointment_bookings_slot_fk" FOREIGN KEY ("school_id","slot_id") REFERENCES "public"."appointment_slots"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_school_id_category_id_categories_school_id_id_fk" FOREIGN KEY ("school_id","category_id") REFERENCES "public"."categories"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consent_acts" ADD CONSTRAINT "consent_acts_school_id_request_id_consent_requests_school_id_id_fk" FOREIGN KEY ("school_id","request_id") REFERENCES "public"."consent_requests"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consent_decisions" ADD CONSTRAINT "consent_decisions_school_id_act_id_consent_acts_school_id_id_fk" FOREIGN KEY ("school_id","act_id") REFERENCES "public"."consent_acts"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consent_decisions" ADD CONSTRAINT "consent_decisions_school_id_purpose_version_consent_wordings_school_id_purpose_version_fk" FOREIGN KEY ("school_id","purpose","version") REFERENCES "public"."consent_wordings"("school_id","purpose","version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consent_openings" ADD CONSTRAINT "consent_openings_school_id_request_id_consent_requests_school_id_id_fk" FOREIGN KEY ("school_id","request_id") REFERENCES "public"."consent_requests"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_balances" ADD CONSTRAINT "account_balances_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pupil_accounts" ADD CONSTRAINT "pupil_accounts_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_school_id_till_id_tills_school_id_id_fk" FOREIGN KEY ("school_id","till_id") REFERENCES "public"."tills"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_school_id_site_id_sites_school_id_id_fk" FOREIGN KEY ("school_id","site_id") REFERENCES "public"."sites"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_deeds" ADD CONSTRAINT "document_deeds_standing_fk" FOREIGN KEY ("school_id","student_id","type") REFERENCES "public"."document_standings"("school_id","student_id","type") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "face_pictures" ADD CONSTRAINT "face_pictures_school_id_customer_id_face_templates_school_id_customer_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."face_templates"("school_id","customer_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_drafts" ADD CONSTRAINT "account_drafts_school_id_slug_version_form_versions_school_id_slug_version_fk" FOREIGN KEY ("school_id","slug","version") REFERENCES "public"."form_versions"("school_id","slug","version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_school_id_slug_version_form_versions_school_id_slug_version_fk" FOREIGN KEY ("school_id","slug","version") REFERENCES "public"."form_versions"("school_id","slug","version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_edits" ADD CONSTRAINT "form_edits_school_id_slug_forms_school_id_slug_fk" FOREIGN KEY ("school_id","slug") REFERENCES "public"."forms"("school_id","slug") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_school_id_file_id_submission_files_school_id_id_fk" FOREIGN KEY ("school_id","file_id") REFERENCES "public"."submission_files"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_school_id_slug_forms_school_id_slug_fk" FOREIGN KEY ("school_id","slug") REFERENCES "public"."forms"("school_id","slug") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_school_id_submission_id_submissions_school_id_id_fk" FOREIGN KEY ("school_id","submission_id") REFERENCES "public"."submissions"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_school_id_slug_version_form_versions_school_id_slug_version_fk" FOREIGN KEY ("school_id","slug","version") REFERENCES "public"."form_versions"("school_id","slug","version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_job_rows" ADD CONSTRAINT "letter_job_rows_school_id_job_id_letter_jobs_school_id_id_fk" FOREIGN KEY ("school_id","job_id") REFERENCES "public"."letter_jobs"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issued_letters" ADD CONSTRAINT "issued_letters_school_id_logo_version_letter_logos_school_id_version_fk" FOREIGN KEY ("school_id","logo_version") REFERENCES "public"."letter_logos"("school_id","version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_ends" ADD CONSTRAINT "letter_ends_school_id_letter_id_issued_letters_school_id_id_fk" FOREIGN KEY ("school_id","letter_id") REFERENCES "public"."issued_letters"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_faults" ADD CONSTRAINT "letter_faults_school_id_letter_id_issued_letters_school_id_id_fk" FOREIGN KEY ("school_id","letter_id") REFERENCES "public"."issued_letters"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_prints" ADD CONSTRAINT "letter_prints_school_id_letter_id_issued_letters_school_id_id_fk" FOREIGN KEY ("school_id","letter_id") REFERENCES "public"."issued_letters"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "many_recipients" ADD CONSTRAINT "many_recipients_school_id_message_id_many_messages_school_id_id_fk" FOREIGN KEY ("school_id","message_id") REFERENCES "public"."many_messages"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_scans" ADD CONSTRAINT "offer_scans_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_scans" ADD CONSTRAINT "offer_scans_school_id_signer_id_offer_signers_school_id_id_fk" FOREIGN KEY ("school_id","signer_id") REFERENCES "public"."offer_signers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_answers" ADD CONSTRAINT "offer_answers_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_answers" ADD CONSTRAINT "offer_answers_school_id_signer_id_offer_signers_school_id_id_fk" FOREIGN KEY ("school_id","signer_id") REFERENCES "public"."offer_signers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_deposits" ADD CONSTRAINT "offer_deposits_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_links" ADD CONSTRAINT "offer_links_school_id_signer_id_offer_signers_school_id_id_fk" FOREIGN KEY ("school_id","signer_id") REFERENCES "public"."offer_signers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_notices" ADD CONSTRAINT "offer_notices_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_settlements" ADD CONSTRAINT "offer_settlements_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_signers" ADD CONSTRAINT "offer_signers_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_decisions" ADD CONSTRAINT "person_decisions_school_id_person_id_persons_school_id_id_fk" FOREIGN KEY ("school_id","person_id") REFERENCES "public"."persons"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_decisions" ADD CONSTRAINT "person_decisions_school_id_other_id_persons_school_id_id_fk" FOREIGN KEY ("school_id","other_id") REFERENCES "public"."persons"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_school_id_person_id_persons_school_id_id_fk" FOREIGN KEY ("school_id","person_id") REFERENCES "public"."persons"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sale_lines" ADD CONSTRAINT "sale_lines_school_id_sale_id_sales_school_id_id_fk" FOREIGN KEY ("school_id","sale_id") REFERENCES "public"."sales"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tenders" ADD CONSTRAINT "tenders_school_id_sale_id_sales_school_id_id_fk" FOREIGN KEY ("school_id","sale_id") REFERENCES "public"."sales"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "scoring_assessments" ADD CONSTRAINT "scoring_assessments_set_fk" FOREIGN KEY ("school_id","set_id") REFERENCES "public"."scoring_sets"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "scoring_reopenings" ADD CONSTRAINT "scoring_reopenings_assessment_fk" FOREIGN KEY ("school_id","assessment_id") REFERENCES "public"."scoring_assessments"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_school_id_campus_entry_year_grade_stream_seat_places_school_id_campus_entry_year_grade_stream_fk" FOREIGN KEY ("school_id","campus","entry_year","grade","stream") REFERENCES "public"."seat_places"("school_id","campus","entry_year","grade","stream") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_school_id_job_id_import_jobs_school_id_id_fk" FOREIGN KEY ("school_id","job_id") REFERENCES "public"."import_jobs"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_age_overrides" ADD CONSTRAINT "student_age_overrides_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_cash" ADD CONSTRAINT "student_cash_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_cash_ends" ADD CONSTRAINT "student_cash_ends_school_id_cash_id_student_cash_school_id_id_fk" FOREIGN KEY ("school_id","cash_id") REFERENCES "public"."student_cash"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_fees" ADD CONSTRAINT "student_fees_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_fees" ADD CONSTRAINT "student_fees_school_id_reverses_student_fees_school_id_id_fk" FOREIGN KEY ("school_id","reverses") REFERENCES "public"."student_fees"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_notices" ADD CONSTRAINT "student_notices_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_form_waivers" ADD CONSTRAINT "student_form_waivers_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_formalities" ADD CONSTRAINT "student_formalities_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_identity_checks" ADD CONSTRAINT "student_identity_checks_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_changes" ADD CONSTRAINT "student_changes_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_commands" ADD CONSTRAINT "student_commands_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_proposals" ADD CONSTRAINT "student_proposals_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriber_links" ADD CONSTRAINT "subscriber_links_school_id_subscriber_id_subscribers_school_id_id_fk" FOREIGN KEY ("school_id","subscriber_id") REFERENCES "public"."subscribers"("school_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "account_challenges_expires_idx" ON "account_challenges" USING btree ("school_id","expires_at");
--> statement-breakpoint
CREATE INDEX "account_links_expires_idx" ON "account_links" USING btree ("school_id","expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_bookings_live_key" ON "appointment_bookings" USING btree ("school_id","student_id","kind") WHERE state = 'booked';
--> statement-breakpoint
CREATE INDEX "appointment_bookings_slot_idx" ON "appointment_bookings" USING btree ("school_id","slot_id");
--> statement-breakpoint
CREATE INDEX "appointment_bookings_remind_idx" ON "appointment_bookings" USING btree ("school_id","slot_id") WHERE state = 'booked' and reminded_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_links_token_key" ON "appointment_links" USING btree ("school_id","token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_links_guardian_key" ON "appointment_links" USING btree ("school_id","student_id","kind","email");
--> statement-breakpoint
CREATE INDEX "appointment_links_beside_idx" ON "appointment_links" USING btree ("school_id") WHERE "appointment_links"."beside_hashes" <> '{}';
--> statement-breakpoint
CREATE INDEX "appointment_slots_starts_idx" ON "appointment_slots" USING btree ("school_id","starts_at","id");
--> statement-breakpoint
CREATE INDEX "appointment_slots_series_idx" ON "appointment_slots" USING btree ("school_id","series_id");
--> statement-breakpoint
CREATE INDEX "audit_events_at_idx" ON "audit_events" USING btree ("school_id","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_group_idx" ON "audit_events" USING btree ("school_id","act_group","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_by_idx" ON "audit_events" USING btree ("school_id","by_user","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_record_idx" ON "audit_events" USING btree ("school_id","kind","record_id","at") WHERE record_id is not null;
--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("school_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name_key" ON "users" USING btree ("school_id","user_name");
--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree ("school_id",lower("email"));
--> statement-breakpoint
CREATE INDEX "categories_version_idx" ON "categories" USING btree ("school_id","version","id");
--> statement-breakpoint
CREATE INDEX "items_version_idx" ON "items" USING btree ("school_id","version","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "items_barcode_key" ON "items" USING btree ("school_id","barcode");
--> statement-breakpoint
CREATE INDEX "modifier_groups_version_idx" ON "modifier_groups" USING btree ("school_id","version","id");
--> statement-breakpoint
CREATE INDEX "consent_acts_request_idx" ON "consent_acts" USING btree ("school_id","request_id","decided_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "consent_requests_token_key" ON "consent_requests" USING btree ("school_id","token_hash");
--> statement-breakpoint
CREATE INDEX "consent_requests_beside_idx" ON "consent_requests" USING btree ("school_id") WHERE "consent_requests"."beside_hashes" <> '{}';
--> statement-breakpoint
CREATE INDEX "consent_requests_submission_idx" ON "consent_requests" USING btree ("school_id","submission_id");
--> statement-breakpoint
CREATE INDEX "consent_requests_student_idx" ON "consent_requests" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "consent_requests_customer_idx" ON "consent_requests" USING btree ("school_id","customer_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "criteria_links_token_key" ON "criteria_links" USING btree ("school_id","token_hash");
--> statement-breakpoint
CREATE INDEX "criteria_links_submission_idx" ON "criteria_links" USING btree ("school_id","submission_id");
--> statement-breakpoint
CREATE INDEX "criteria_links_student_idx" ON "criteria_links" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "account_balances_version_idx" ON "account_balances" USING btree ("school_id","version","customer_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "account_entries_source_key" ON "account_entries" USING btree ("school_id","kind","source_id");
--> statement-breakpoint
CREATE INDEX "account_entries_customer_idx" ON "account_entries" USING btree ("school_id","customer_id","effective_at");
--> statement-breakpoint
CREATE INDEX "customers_version_idx" ON "customers" USING btree ("school_id","version","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "customers_admission_no_key" ON "customers" USING btree ("school_id","admission_no");
--> statement-breakpoint
CREATE UNIQUE INDEX "customers_card_no_key" ON "customers" USING btree ("school_id","card_no");
--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_no_key" ON "entitlements" USING btree ("school_id","customer_id","no");
--> statement-breakpoint
CREATE INDEX "pupil_accounts_customer_idx" ON "pupil_accounts" USING btree ("school_id","customer_id");
--> statement-breakpoint
CREATE INDEX "pupil_accounts_state_idx" ON "pupil_accounts" USING btree ("school_id","state");
--> statement-breakpoint
CREATE UNIQUE INDEX "device_alerts_numbers_key" ON "device_alerts" USING btree ("school_id","device_id","install_epoch","stream","from_seq","kind");
--> statement-breakpoint
CREATE INDEX "device_alerts_device_idx" ON "device_alerts" USING btree ("school_id","device_id");
--> statement-breakpoint
CREATE INDEX "devices_till_idx" ON "devices" USING btree ("school_id","till_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sites_code_key" ON "sites" USING btree ("school_id","code");
--> statement-breakpoint
CREATE UNIQUE INDEX "tills_code_key" ON "tills" USING btree ("school_id","site_id","code");
--> statement-breakpoint
CREATE UNIQUE INDEX "document_deeds_revision_key" ON "document_deeds" USING btree ("school_id","student_id","type","revision");
--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_token_key" ON "document_links" USING btree ("school_id","token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_guardian_key" ON "document_links" USING btree ("school_id","student_id","email");
--> statement-breakpoint
CREATE UNIQUE INDEX "document_sets_command_key" ON "document_sets" USING btree ("school_id","command_id");
--> statement-breakpoint
CREATE INDEX "document_standings_state_idx" ON "document_standings" USING btree ("school_id","state","since");
--> statement-breakpoint
CREATE INDEX "document_standings_expires_idx" ON "document_standings" USING btree ("school_id","expires_on");
--> statement-breakpoint
CREATE INDEX "document_standings_promised_idx" ON "document_standings" USING btree ("school_id","promised_until");
--> statement-breakpoint
CREATE INDEX "documents_file_idx" ON "documents" USING btree ("school_id","id");
--> statement-breakpoint
CREATE INDEX "student_erasures_at_idx" ON "student_erasures" USING btree ("school_id","at");
--> statement-breakpoint
CREATE INDEX "student_erasures_xact_idx" ON "student_erasures" USING btree ("school_id","xact");
--> statement-breakpoint
CREATE INDEX "face_audit_customer_idx" ON "face_audit" USING btree ("school_id","customer_id","id");
--> statement-breakpoint
CREATE INDEX "face_audit_at_idx" ON "face_audit" USING btree ("school_id","at","id");
--> statement-breakpoint
CREATE INDEX "face_charges_sale_idx" ON "face_charges" USING btree ("school_id","sale_id");
--> statement-breakpoint
CREATE INDEX "face_decisions_sale_idx" ON "face_decisions" USING btree ("school_id","sale_id");
--> statement-breakpoint
CREATE INDEX "face_forgotten_customer_idx" ON "face_forgotten" USING btree ("school_id","customer_id");
--> statement-breakpoint
CREATE INDEX "face_forgotten_devices_device_idx" ON "face_forgotten_devices" USING btree ("school_id","device_id");
--> statement-breakpoint
CREATE INDEX "face_lists_at_idx" ON "face_lists" USING btree ("school_id","at");
--> statement-breakpoint
CREATE INDEX "face_marks_at_idx" ON "face_marks" USING btree ("school_id","at");
--> statement-breakpoint
CREATE INDEX "face_objections_customer_idx" ON "face_objections" USING btree ("school_id","customer_id","at");
--> statement-breakpoint
CREATE INDEX "face_pins_version_idx" ON "face_pins" USING btree ("school_id","version","customer_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "face_suspicions_pair_key" ON "face_suspicions" USING btree ("school_id","customer_id","other_id");
--> statement-breakpoint
CREATE INDEX "face_suspicions_other_idx" ON "face_suspicions" USING btree ("school_id","other_id");
--> statement-breakpoint
CREATE INDEX "face_templates_version_idx" ON "face_templates" USING btree ("school_id","version","customer_id");
--> statement-breakpoint
CREATE INDEX "family_children_email_idx" ON "family_children" USING btree ("school_id","email");
--> statement-breakpoint
CREATE INDEX "account_drafts_id_idx" ON "account_drafts" USING btree ("school_id","id");
--> statement-breakpoint
CREATE INDEX "form_drafts_id_idx" ON "form_drafts" USING btree ("school_id","id");
--> statement-breakpoint
CREATE INDEX "form_drafts_expires_idx" ON "form_drafts" USING btree ("school_id","expires_at");
--> statement-breakpoint
CREATE INDEX "submission_files_submission_idx" ON "submission_files" USING btree ("school_id","submission_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_reference_key" ON "submissions" USING btree ("school_id","reference");
--> statement-breakpoint
CREATE INDEX "submissions_received_idx" ON "submissions" USING btree ("school_id","purpose","received_at");
--> statement-breakpoint
CREATE INDEX "letter_jobs_started_idx" ON "letter_jobs" USING btree ("school_id","started_at");
--> statement-breakpoint
CREATE INDEX "letter_jobs_running_idx" ON "letter_jobs" USING btree ("school_id") WHERE state = 'running';
--> statement-breakpoint
CREATE UNIQUE INDEX "issued_letters_version_key" ON "issued_letters" USING btree ("school_id","topic","subject_id","version");
--> statement-breakpoint
CREATE UNIQUE INDEX "issued_letters_code_key" ON "issued_letters" USING btree ("school_id","code_hash");
--> statement-breakpoint
CREATE INDEX "issued_letters_student_idx" ON "issued_letters" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "issued_letters_issued_idx" ON "issued_letters" USING btree ("school_id","issued_at");
--> statement-breakpoint
CREATE INDEX "mails_next_idx" ON "mails" USING btree ("school_id","state","next_at");
--> statement-breakpoint
CREATE INDEX "mails_student_idx" ON "mails" USING btree ("school_id","student_id") WHERE "mails"."student_id" is not null;
--> statement-breakpoint
CREATE INDEX "mails_made_idx" ON "mails" USING btree ("school_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "many_messages_started_idx" ON "many_messages" USING btree ("school_id","started_at");
--> statement-breakpoint
CREATE INDEX "many_messages_running_idx" ON "many_messages" USING btree ("school_id") WHERE state = 'running';
--> statement-breakpoint
CREATE UNIQUE INDEX "many_recipients_address_key" ON "many_recipients" USING btree ("school_id","message_id","email_key");
--> statement-breakpoint
CREATE INDEX "many_recipients_open_idx" ON "many_recipients" USING btree ("school_id","message_id","id") WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX "many_recipients_made_idx" ON "many_recipients" USING btree ("school_id","made_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_messages_change_key" ON "student_messages" USING btree ("school_id","change_id");
--> statement-breakpoint
CREATE INDEX "student_messages_student_idx" ON "student_messages" USING btree ("school_id","student_id","made_at");
--> statement-breakpoint
CREATE INDEX "student_messages_made_idx" ON "student_messages" USING btree ("school_id","made_at","id");
--> statement-breakpoint
CREATE INDEX "student_messages_due_idx" ON "student_messages" USING btree ("school_id","id") WHERE "student_messages"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "offer_scans_signer_idx" ON "offer_scans" USING btree ("school_id","signer_id");
--> statement-breakpoint
CREATE INDEX "offer_answers_offer_idx" ON "offer_answers" USING btree ("school_id","offer_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "offer_deposits_receipt_key" ON "offer_deposits" USING btree ("school_id","offer_id","receipt");
--> statement-breakpoint
CREATE INDEX "offer_settlements_offer_idx" ON "offer_settlements" USING btree ("school_id","offer_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "offer_settlements_once_key" ON "offer_settlements" USING btree ("school_id","offer_id","kind") WHERE kind <> 'refund-paid';
--> statement-breakpoint
CREATE UNIQUE INDEX "offer_settlements_receipt_key" ON "offer_settlements" USING btree ("school_id","offer_id","receipt");
--> statement-breakpoint
CREATE UNIQUE INDEX "offer_signers_position_key" ON "offer_signers" USING btree ("school_id","offer_id","position");
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_version_key" ON "offers" USING btree ("school_id","student_id","version");
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_live_key" ON "offers" USING btree ("school_id","student_id") WHERE state in ('sent', 'viewed', 'accepted');
--> statement-breakpoint
CREATE INDEX "offers_expires_idx" ON "offers" USING btree ("school_id","expires_at") WHERE state in ('sent', 'viewed');
--> statement-breakpoint
CREATE INDEX "offers_deposit_idx" ON "offers" USING btree ("school_id","deposit_due_on") WHERE state = 'accepted';
--> statement-breakpoint
CREATE UNIQUE INDEX "person_decisions_same_key" ON "person_decisions" USING btree ("school_id","person_id") WHERE decision = 'same' and undone_at is null;
--> statement-breakpoint
CREATE INDEX "person_decisions_person_idx" ON "person_decisions" USING btree ("school_id","person_id");
--> statement-breakpoint
CREATE INDEX "person_decisions_other_idx" ON "person_decisions" USING btree ("school_id","other_id");
--> statement-breakpoint
CREATE INDEX "person_keys_person_idx" ON "person_keys" USING btree ("school_id","person_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "persons_place_key" ON "persons" USING btree ("school_id","submission_id","place");
--> statement-breakpoint
CREATE INDEX "cash_movements_shift_idx" ON "cash_movements" USING btree ("school_id","shift_id");
--> statement-breakpoint
CREATE INDEX "pos_exceptions_open_idx" ON "pos_exceptions" USING btree ("school_id","handled_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "sale_voids_sale_key" ON "sale_voids" USING btree ("school_id","sale_id");
--> statement-breakpoint
CREATE INDEX "sale_voids_shift_idx" ON "sale_voids" USING btree ("school_id","shift_id");
--> statement-breakpoint
CREATE INDEX "sales_receipt_idx" ON "sales" USING btree ("school_id","till_id","epoch","receipt_seq");
--> statement-breakpoint
CREATE INDEX "sales_shift_idx" ON "sales" USING btree ("school_id","shift_id");
--> statement-breakpoint
CREATE INDEX "sales_day_idx" ON "sales" USING btree ("school_id","business_day","sold_at");
--> statement-breakpoint
CREATE INDEX "sales_sold_idx" ON "sales" USING btree ("school_id","sold_at","id");
--> statement-breakpoint
CREATE INDEX "shifts_till_idx" ON "shifts" USING btree ("school_id","till_id","epoch","no");
--> statement-breakpoint
CREATE INDEX "shifts_day_idx" ON "shifts" USING btree ("school_id","business_day");
--> statement-breakpoint
CREATE INDEX "tenders_sale_idx" ON "tenders" USING btree ("school_id","sale_id");
--> statement-breakpoint
CREATE INDEX "spent_proofs_expires_idx" ON "spent_proofs" USING btree ("school_id","expires_at");
--> statement-breakpoint
CREATE INDEX "saved_filters_owner_idx" ON "saved_filters" USING btree ("school_id","owner_id");
--> statement-breakpoint
CREATE INDEX "scoring_assessments_student_idx" ON "scoring_assessments" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "scoring_moderations_pair_key" ON "scoring_moderations" USING btree ("school_id","student_id","first_id","second_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "scoring_sets_version_key" ON "scoring_sets" USING btree ("school_id","entry_year","grade","version");
--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_student_key" ON "seat_holds" USING btree ("school_id","student_id") WHERE released_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_child_key" ON "seat_holds" USING btree ("school_id","child_id","entry_year","campus") WHERE released_at is null;
--> statement-breakpoint
CREATE INDEX "seat_holds_place_idx" ON "seat_holds" USING btree ("school_id","entry_year","grade","campus","stream") WHERE released_at is null;
--> statement-breakpoint
CREATE INDEX "import_jobs_started_idx" ON "import_jobs" USING btree ("school_id","started_at");
--> statement-breakpoint
CREATE INDEX "import_jobs_expires_idx" ON "import_jobs" USING btree ("school_id","expires_at");
--> statement-breakpoint
CREATE INDEX "student_identity_numbers_student_idx" ON "student_identity_numbers" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "student_guardians_student_idx" ON "student_guardians" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "student_guardians_phone_idx" ON "student_guardians" USING btree ("school_id","phone");
--> statement-breakpoint
CREATE INDEX "student_guardians_email_idx" ON "student_guardians" USING btree ("school_id",lower("email"));
--> statement-breakpoint
CREATE INDEX "student_notes_student_idx" ON "student_notes" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_record_changes_revision_key" ON "student_record_changes" USING btree ("school_id","student_id","revision");
--> statement-breakpoint
CREATE INDEX "student_tasks_student_idx" ON "student_tasks" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "student_tasks_open_idx" ON "student_tasks" USING btree ("school_id","due_on") WHERE done_at is null;
--> statement-breakpoint
CREATE INDEX "student_age_overrides_student_idx" ON "student_age_overrides" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_cash_number_key" ON "student_cash" USING btree ("school_id","number");
--> statement-breakpoint
CREATE INDEX "student_cash_provisional_idx" ON "student_cash" USING btree ("school_id","provisional");
--> statement-breakpoint
CREATE INDEX "student_cash_student_idx" ON "student_cash" USING btree ("school_id","student_id","recorded_at");
--> statement-breakpoint
CREATE INDEX "student_fees_student_idx" ON "student_fees" USING btree ("school_id","student_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_fees_receipt_key" ON "student_fees" USING btree ("school_id","student_id","kind","receipt","entry");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_fees_reverses_key" ON "student_fees" USING btree ("school_id","reverses","kind");
--> statement-breakpoint
CREATE INDEX "student_notices_student_idx" ON "student_notices" USING btree ("school_id","student_id","opened_at");
--> statement-breakpoint
CREATE INDEX "student_notices_open_idx" ON "student_notices" USING btree ("school_id","due_on") WHERE filed_on is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "student_form_waivers_ends_key" ON "student_form_waivers" USING btree ("school_id","ends");
--> statement-breakpoint
CREATE INDEX "student_form_waivers_student_idx" ON "student_form_waivers" USING btree ("school_id","student_id");
--> statement-breakpoint
CREATE INDEX "student_formalities_student_idx" ON "student_formalities" USING btree ("school_id","student_id","revision");
--> statement-breakpoint
CREATE INDEX "student_identity_checks_student_idx" ON "student_identity_checks" USING btree ("school_id","student_id","revision");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_changes_revision_key" ON "student_changes" USING btree ("school_id","student_id","revision");
--> statement-breakpoint
CREATE INDEX "student_changes_recorded_idx" ON "student_changes" USING btree ("school_id","recorded_at");
--> statement-breakpoint
CREATE INDEX "student_proposals_student_idx" ON "student_proposals" USING btree ("school_id","student_id","state");
--> statement-breakpoint
CREATE UNIQUE INDEX "students_place_key" ON "students" USING btree ("school_id","submission_id","place");
--> statement-breakpoint
CREATE INDEX "students_applied_idx" ON "students" USING btree ("school_id","applied_at","id");
--> statement-breakpoint
CREATE INDEX "students_status_idx" ON "students" USING btree ("school_id","status","applied_at","id");
--> statement-breakpoint
CREATE INDEX "students_name_idx" ON "students" USING btree ("school_id","sort_name","id");
--> statement-breakpoint
CREATE INDEX "students_since_idx" ON "students" USING btree ("school_id","status_since","id");
--> statement-breakpoint
CREATE INDEX "students_due_idx" ON "students" USING btree ("school_id",coalesce("next_action_on", '9999-12-31'::date),"id");
--> statement-breakpoint
CREATE INDEX "students_owner_idx" ON "students" USING btree ("school_id","owner_id");
--> statement-breakpoint
CREATE INDEX "students_reference_idx" ON "students" USING btree ("school_id","reference");
--> statement-breakpoint
CREATE INDEX "students_person_idx" ON "students" USING btree ("school_id","person_id");
--> statement-breakpoint
CREATE INDEX "subscriber_links_subscriber_idx" ON "subscriber_links" USING btree ("school_id","subscriber_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email_key" ON "subscribers" USING btree ("school_id","email_key");
--> statement-breakpoint
CREATE INDEX "subscribers_asked_idx" ON "subscribers" USING btree ("school_id","state","asked_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "sync_ops_stream_seq_key" ON "sync_ops" USING btree ("school_id","device_id","install_epoch","stream","seq");
--> statement-breakpoint
CREATE UNIQUE INDEX "sync_quarantine_once_key" ON "sync_quarantine" USING btree ("school_id","device_id","op_id","hash");
--> statement-breakpoint
CREATE INDEX "sync_quarantine_device_idx" ON "sync_quarantine" USING btree ("school_id","device_id");
--> statement-breakpoint
CREATE INDEX "waiting_positions_at_idx" ON "waiting_positions" USING btree ("school_id","at");
--> statement-breakpoint
CREATE POLICY "account_challenges_tenant" ON "account_challenges" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "account_links_tenant" ON "account_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "admission_rules_tenant" ON "admission_rules" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "appointment_bookings_tenant" ON "appointment_bookings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "appointment_links_tenant" ON "appointment_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "appointment_slots_tenant" ON "appointment_slots" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "audit_events_tenant_read" ON "audit_events" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "audit_events_tenant_add" ON "audit_events" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "attempts_tenant" ON "attempts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sessions_tenant" ON "sessions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "users_tenant" ON "users" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "categories_tenant" ON "categories" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "items_tenant" ON "items" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "modifier_groups_tenant" ON "modifier_groups" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_acts_tenant_read" ON "consent_acts" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_acts_tenant_add" ON "consent_acts" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_acts_tenant_retain" ON "consent_acts" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = consent_acts.school_id and e.xact = pg_current_xact_id()::text and consent_acts.request_id = any(e.records)));
--> statement-breakpoint
CREATE POLICY "consent_decisions_tenant_read" ON "consent_decisions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_decisions_tenant_add" ON "consent_decisions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_decisions_tenant_retain" ON "consent_decisions" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = consent_decisions.school_id and e.xact = pg_current_xact_id()::text and consent_decisions.act_id in (select a.id from consent_acts a where a.school_id = e.school_id and a.request_id = any(e.records))));
--> statement-breakpoint
CREATE POLICY "consent_openings_tenant_read" ON "consent_openings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_openings_tenant_add" ON "consent_openings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_openings_tenant_retain" ON "consent_openings" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = consent_openings.school_id and e.xact = pg_current_xact_id()::text and consent_openings.request_id = any(e.records)));
--> statement-breakpoint
CREATE POLICY "consent_purposes_tenant" ON "consent_purposes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_requests_tenant" ON "consent_requests" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_wordings_tenant_read" ON "consent_wordings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "consent_wordings_tenant_add" ON "consent_wordings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "criteria_links_tenant" ON "criteria_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "account_balances_tenant" ON "account_balances" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "account_entries_tenant" ON "account_entries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "customers_tenant" ON "customers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "entitlements_tenant_read" ON "entitlements" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "entitlements_tenant_add" ON "entitlements" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "pupil_accounts_tenant" ON "pupil_accounts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "device_alerts_tenant" ON "device_alerts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "devices_tenant" ON "devices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "pairing_codes_tenant" ON "pairing_codes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sites_tenant" ON "sites" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "tills_tenant" ON "tills" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "document_deeds_tenant_read" ON "document_deeds" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "document_deeds_tenant_add" ON "document_deeds" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "document_deeds_tenant_retain" ON "document_deeds" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = document_deeds.school_id and e.xact = pg_current_xact_id()::text and e.student_id = document_deeds.student_id));
--> statement-breakpoint
CREATE POLICY "document_links_tenant" ON "document_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "document_sets_tenant_read" ON "document_sets" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "document_sets_tenant_add" ON "document_sets" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "document_standings_tenant" ON "document_standings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "documents_tenant_read" ON "documents" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "documents_tenant_add" ON "documents" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "documents_tenant_retain" ON "documents" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = documents.school_id and e.xact = pg_current_xact_id()::text and e.student_id = documents.student_id));
--> statement-breakpoint
CREATE POLICY "erasure_holds_tenant" ON "erasure_holds" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_erasures_tenant_read" ON "student_erasures" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_erasures_tenant_add" ON "student_erasures" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and xact = pg_current_xact_id()::text and case about when 'file' then exists (select 1 from students s where s.school_id = student_erasures.school_id and s.id = student_erasures.student_id and s.status = 'rejected' and s.erased_at is null) and not exists (select 1 from erasure_holds h where h.school_id = student_erasures.school_id and h.student_id = student_erasures.student_id and (h.until_day is null or h.until_day >= student_erasures.day)) else exists (select 1 from submissions f where f.school_id = student_erasures.school_id and f.id = student_erasures.student_id and f.purpose = 'enquiry') end);
--> statement-breakpoint
CREATE POLICY "face_audit_tenant_read" ON "face_audit" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_audit_tenant_add" ON "face_audit" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_charges_tenant" ON "face_charges" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_decisions_tenant_read" ON "face_decisions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_decisions_tenant_add" ON "face_decisions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_deliveries_tenant" ON "face_deliveries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_devices_tenant" ON "face_devices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_forgotten_tenant_read" ON "face_forgotten" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_forgotten_tenant_add" ON "face_forgotten" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_forgotten_devices_tenant" ON "face_forgotten_devices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_lists_tenant_read" ON "face_lists" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_lists_tenant_add" ON "face_lists" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_assessments_tenant_read" ON "face_assessments" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_assessments_tenant_add" ON "face_assessments" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_marks_tenant" ON "face_marks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_objections_tenant_read" ON "face_objections" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_objections_tenant_add" ON "face_objections" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_pictures_tenant" ON "face_pictures" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_pins_tenant" ON "face_pins" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_settings_tenant" ON "face_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_suspicions_tenant" ON "face_suspicions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "face_templates_tenant" ON "face_templates" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "family_children_tenant" ON "family_children" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "account_drafts_tenant" ON "account_drafts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "form_drafts_tenant" ON "form_drafts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "form_edits_tenant" ON "form_edits" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "file_chunks_tenant" ON "file_chunks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "form_versions_tenant" ON "form_versions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "forms_tenant" ON "forms" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "submission_files_tenant" ON "submission_files" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "submissions_tenant" ON "submissions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_edits_tenant" ON "letter_edits" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_job_rows_tenant" ON "letter_job_rows" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_jobs_tenant" ON "letter_jobs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_logos_tenant_read" ON "letter_logos" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_logos_tenant_add" ON "letter_logos" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_templates_tenant_read" ON "letter_templates" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_templates_tenant_add" ON "letter_templates" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "issued_letters_tenant_read" ON "issued_letters" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "issued_letters_tenant_add" ON "issued_letters" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "issued_letters_tenant_retain" ON "issued_letters" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = issued_letters.school_id and e.xact = pg_current_xact_id()::text and (e.student_id = issued_letters.student_id or issued_letters.subject_id = any(e.records)))) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and blocks = '{}'::jsonb);
--> statement-breakpoint
CREATE POLICY "letter_ends_tenant_read" ON "letter_ends" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_ends_tenant_add" ON "letter_ends" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_faults_tenant_read" ON "letter_faults" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_faults_tenant_add" ON "letter_faults" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_faults_tenant_retain" ON "letter_faults" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = letter_faults.school_id and e.xact = pg_current_xact_id()::text and letter_faults.letter_id in (select l.id from issued_letters l where l.school_id = e.school_id and (l.student_id = e.student_id or l.subject_id = any(e.records)))));
--> statement-breakpoint
CREATE POLICY "letter_prints_tenant_read" ON "letter_prints" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_prints_tenant_add" ON "letter_prints" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "letter_prints_tenant_retain" ON "letter_prints" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = letter_prints.school_id and e.xact = pg_current_xact_id()::text and letter_prints.letter_id in (select l.id from issued_letters l where l.school_id = e.school_id and (l.student_id = e.student_id or l.subject_id = any(e.records)))));
--> statement-breakpoint
CREATE POLICY "mails_tenant" ON "mails" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "many_messages_tenant" ON "many_messages" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "many_recipients_tenant" ON "many_recipients" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "message_texts_tenant_read" ON "message_texts" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "message_texts_tenant_add" ON "message_texts" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_messages_tenant" ON "student_messages" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_scans_tenant_read" ON "offer_scans" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_scans_tenant_add" ON "offer_scans" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_scans_tenant_retain" ON "offer_scans" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = offer_scans.school_id and e.xact = pg_current_xact_id()::text and e.student_id = offer_scans.student_id));
--> statement-breakpoint
CREATE POLICY "offer_answers_tenant_read" ON "offer_answers" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_answers_tenant_add" ON "offer_answers" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_answers_tenant_retain" ON "offer_answers" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = offer_answers.school_id and e.xact = pg_current_xact_id()::text and offer_answers.offer_id in (select o.id from offers o where o.school_id = e.school_id and o.student_id = e.student_id)));
--> statement-breakpoint
CREATE POLICY "offer_deposits_tenant_read" ON "offer_deposits" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_deposits_tenant_add" ON "offer_deposits" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_links_tenant_read" ON "offer_links" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_links_tenant_add" ON "offer_links" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_links_tenant_retain" ON "offer_links" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = offer_links.school_id and e.xact = pg_current_xact_id()::text and offer_links.signer_id in (select g.id from offer_signers g join offers o on o.school_id = g.school_id and o.id = g.offer_id where g.school_id = e.school_id and o.student_id = e.student_id)));
--> statement-breakpoint
CREATE POLICY "offer_notices_tenant_read" ON "offer_notices" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_notices_tenant_add" ON "offer_notices" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_settlements_tenant_read" ON "offer_settlements" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_settlements_tenant_add" ON "offer_settlements" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offer_settlements_tenant_retain" ON "offer_settlements" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = offer_settlements.school_id and e.xact = pg_current_xact_id()::text and offer_settlements.offer_id in (select o.id from offers o where o.school_id = e.school_id and o.student_id = e.student_id))) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and reason is null);
--> statement-breakpoint
CREATE POLICY "offer_signers_tenant" ON "offer_signers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "offers_tenant" ON "offers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "person_decisions_tenant" ON "person_decisions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "person_keys_tenant" ON "person_keys" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "persons_tenant" ON "persons" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "cash_movements_tenant" ON "cash_movements" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "pos_exceptions_tenant" ON "pos_exceptions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sale_lines_tenant" ON "sale_lines" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sale_voids_tenant" ON "sale_voids" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sales_tenant" ON "sales" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "shifts_tenant" ON "shifts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "tenders_tenant" ON "tenders" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "proof_keys_tenant" ON "proof_keys" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "spent_proofs_tenant" ON "spent_proofs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "saved_filters_tenant" ON "saved_filters" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "school_versions_tenant" ON "school_versions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "schools_tenant" ON "schools" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "schools_directory" ON "schools" AS PERMISSIVE FOR SELECT TO "app_directory" USING (true);
--> statement-breakpoint
CREATE POLICY "scoring_assessments_tenant_read" ON "scoring_assessments" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_assessments_tenant_add" ON "scoring_assessments" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_assessments_tenant_retain" ON "scoring_assessments" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = scoring_assessments.school_id and e.xact = pg_current_xact_id()::text and e.student_id = scoring_assessments.student_id));
--> statement-breakpoint
CREATE POLICY "scoring_moderations_tenant_read" ON "scoring_moderations" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_moderations_tenant_add" ON "scoring_moderations" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_moderations_tenant_retain" ON "scoring_moderations" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = scoring_moderations.school_id and e.xact = pg_current_xact_id()::text and e.student_id = scoring_moderations.student_id));
--> statement-breakpoint
CREATE POLICY "scoring_reopenings_tenant_read" ON "scoring_reopenings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_reopenings_tenant_add" ON "scoring_reopenings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_reopenings_tenant_retain" ON "scoring_reopenings" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = scoring_reopenings.school_id and e.xact = pg_current_xact_id()::text and scoring_reopenings.assessment_id in (select a.id from scoring_assessments a where a.school_id = e.school_id and a.student_id = e.student_id)));
--> statement-breakpoint
CREATE POLICY "scoring_sets_tenant_read" ON "scoring_sets" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "scoring_sets_tenant_add" ON "scoring_sets" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "seat_holds_tenant" ON "seat_holds" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "seat_places_tenant" ON "seat_places" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "import_jobs_tenant" ON "import_jobs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "import_rows_tenant" ON "import_rows" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_identity_numbers_tenant" ON "student_identity_numbers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_guardians_tenant" ON "student_guardians" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_note_strikes_tenant_read" ON "student_note_strikes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_note_strikes_tenant_add" ON "student_note_strikes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_note_strikes_tenant_retain" ON "student_note_strikes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_note_strikes.school_id and e.xact = pg_current_xact_id()::text and student_note_strikes.note_id in (select n.id from student_notes n where n.school_id = e.school_id and n.student_id = e.student_id)));
--> statement-breakpoint
CREATE POLICY "student_notes_tenant_read" ON "student_notes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_notes_tenant_add" ON "student_notes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_notes_tenant_retain" ON "student_notes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_notes.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_notes.student_id));
--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_read" ON "student_record_changes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_add" ON "student_record_changes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_retain" ON "student_record_changes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_record_changes.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_record_changes.student_id));
--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_erase" ON "student_record_changes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and revision > 1 and not exists (select 1 from students s where s.school_id = student_record_changes.school_id and s.id = student_record_changes.student_id));
--> statement-breakpoint
CREATE POLICY "student_tasks_tenant" ON "student_tasks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_age_overrides_tenant_read" ON "student_age_overrides" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_age_overrides_tenant_add" ON "student_age_overrides" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_age_overrides_tenant_retain" ON "student_age_overrides" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_age_overrides.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_age_overrides.student_id));
--> statement-breakpoint
CREATE POLICY "cash_series_tenant" ON "cash_series" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_cash_tenant_read" ON "student_cash" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_cash_tenant_add" ON "student_cash" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_cash_ends_tenant_read" ON "student_cash_ends" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_cash_ends_tenant_add" ON "student_cash_ends" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_fees_tenant_read" ON "student_fees" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_fees_tenant_add" ON "student_fees" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_fees_tenant_retain" ON "student_fees" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_fees.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_fees.student_id)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and reason is null);
--> statement-breakpoint
CREATE POLICY "student_notices_tenant" ON "student_notices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_form_waivers_tenant_read" ON "student_form_waivers" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_form_waivers_tenant_add" ON "student_form_waivers" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_form_waivers_tenant_retain" ON "student_form_waivers" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_form_waivers.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_form_waivers.student_id));
--> statement-breakpoint
CREATE POLICY "student_formalities_tenant_read" ON "student_formalities" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_formalities_tenant_add" ON "student_formalities" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_formalities_tenant_retain" ON "student_formalities" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_formalities.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_formalities.student_id));
--> statement-breakpoint
CREATE POLICY "student_identity_checks_tenant_read" ON "student_identity_checks" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_identity_checks_tenant_add" ON "student_identity_checks" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_identity_checks_tenant_retain" ON "student_identity_checks" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_identity_checks.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_identity_checks.student_id));
--> statement-breakpoint
CREATE POLICY "student_changes_tenant_read" ON "student_changes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_changes_tenant_add" ON "student_changes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_changes_tenant_retain" ON "student_changes" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_changes.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_changes.student_id)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and note is null);
--> statement-breakpoint
CREATE POLICY "student_changes_tenant_erase" ON "student_changes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and from_status is null and exists (select 1 from students s where s.school_id = student_changes.school_id and s.id = student_changes.student_id and s.origin = 'desk' and s.submission_id is null and s.status = 'new'));
--> statement-breakpoint
CREATE POLICY "student_commands_tenant_read" ON "student_commands" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_commands_tenant_add" ON "student_commands" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_proposals_tenant" ON "student_proposals" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "students_tenant" ON "students" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "subscriber_links_tenant" ON "subscriber_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "subscribers_tenant" ON "subscribers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sync_installs_tenant" ON "sync_installs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sync_ops_tenant" ON "sync_ops" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sync_quarantine_tenant" ON "sync_quarantine" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "sync_streams_tenant" ON "sync_streams" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "visitors_tenant" ON "visitors" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "student_claims_tenant" ON "student_claims" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "waiting_positions_tenant_read" ON "waiting_positions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "waiting_positions_tenant_add" ON "waiting_positions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
-- The planner's statistics hold samples of a column's values. Those of a face would outlive its deletion.
ALTER TABLE "face_templates" ALTER COLUMN "content" SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE "face_pictures" ALTER COLUMN "content" SET STATISTICS 0;
