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
ALTER TABLE "face_audit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_charges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "face_deliveries" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	CONSTRAINT "face_deliveries_school_id_customer_id_device_id_pk" PRIMARY KEY("school_id","customer_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "face_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "face_devices" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"held_version" bigint NOT NULL,
	"held_count" integer NOT NULL,
	"heard_at" timestamptz NOT NULL,
	CONSTRAINT "face_devices_school_id_device_id_pk" PRIMARY KEY("school_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "face_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_forgotten" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "face_forgotten_devices" (
	"school_id" uuid NOT NULL,
	"forgotten_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"done_at" timestamptz,
	CONSTRAINT "face_forgotten_devices_school_id_forgotten_id_device_id_pk" PRIMARY KEY("school_id","forgotten_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "face_forgotten_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_lists" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "face_assessments" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "face_assessments_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "face_assessments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "face_marks" (
	"school_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"op_id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "face_marks_school_id_mark_pk" PRIMARY KEY("school_id","mark")
);
--> statement-breakpoint
ALTER TABLE "face_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_objections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_pins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "face_settings_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "face_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_suspicions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "face_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_requests" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "consent_requests" ADD COLUMN "may_sign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "site_id" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "birth_date" date;--> statement-breakpoint
CREATE INDEX "face_audit_customer_idx" ON "face_audit" USING btree ("school_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "face_charges_sale_idx" ON "face_charges" USING btree ("school_id","sale_id");--> statement-breakpoint
CREATE INDEX "face_decisions_sale_idx" ON "face_decisions" USING btree ("school_id","sale_id");--> statement-breakpoint
CREATE INDEX "face_forgotten_customer_idx" ON "face_forgotten" USING btree ("school_id","customer_id");--> statement-breakpoint
CREATE INDEX "face_forgotten_devices_device_idx" ON "face_forgotten_devices" USING btree ("school_id","device_id");--> statement-breakpoint
CREATE INDEX "face_lists_at_idx" ON "face_lists" USING btree ("school_id","at");--> statement-breakpoint
CREATE INDEX "face_marks_at_idx" ON "face_marks" USING btree ("school_id","at");--> statement-breakpoint
CREATE INDEX "face_objections_customer_idx" ON "face_objections" USING btree ("school_id","customer_id","at");--> statement-breakpoint
CREATE INDEX "face_pins_version_idx" ON "face_pins" USING btree ("school_id","version","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "face_suspicions_pair_key" ON "face_suspicions" USING btree ("school_id","customer_id","other_id");--> statement-breakpoint
CREATE INDEX "face_suspicions_other_idx" ON "face_suspicions" USING btree ("school_id","other_id");--> statement-breakpoint
CREATE INDEX "face_templates_version_idx" ON "face_templates" USING btree ("school_id","version","customer_id");--> statement-breakpoint
CREATE INDEX "consent_requests_customer_idx" ON "consent_requests" USING btree ("school_id","customer_id");--> statement-breakpoint
CREATE POLICY "face_audit_tenant_read" ON "face_audit" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_audit_tenant_add" ON "face_audit" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_charges_tenant" ON "face_charges" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_decisions_tenant_read" ON "face_decisions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_decisions_tenant_add" ON "face_decisions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_deliveries_tenant" ON "face_deliveries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_devices_tenant" ON "face_devices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_forgotten_tenant_read" ON "face_forgotten" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_forgotten_tenant_add" ON "face_forgotten" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_forgotten_devices_tenant" ON "face_forgotten_devices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_lists_tenant_read" ON "face_lists" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_lists_tenant_add" ON "face_lists" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_assessments_tenant_read" ON "face_assessments" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_assessments_tenant_add" ON "face_assessments" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_marks_tenant" ON "face_marks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_objections_tenant_read" ON "face_objections" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_objections_tenant_add" ON "face_objections" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_pins_tenant" ON "face_pins" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_settings_tenant" ON "face_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_suspicions_tenant" ON "face_suspicions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "face_templates_tenant" ON "face_templates" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));