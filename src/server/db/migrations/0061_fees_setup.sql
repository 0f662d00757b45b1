-- expand: components, schedules, plans, discounts, payers and shares of fees
CREATE TABLE "fee_discount_grants" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"own_amount" jsonb,
	"from_on" date NOT NULL,
	"until_on" date,
	"reason" text NOT NULL,
	"evidence_ref" text NOT NULL,
	"state" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz,
	CONSTRAINT "fee_discount_grants_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_discount_grants_state_check" CHECK ("fee_discount_grants"."state" in ('waiting', 'granted', 'refused', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "fee_discount_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_payer_guardians" (
	"school_id" uuid NOT NULL,
	"guardian_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	CONSTRAINT "fee_payer_guardians_school_id_guardian_id_pk" PRIMARY KEY("school_id","guardian_id")
);
--> statement-breakpoint
ALTER TABLE "fee_payer_guardians" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_payers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name_latin" text,
	"name_arabic" text,
	"language" text NOT NULL,
	"email" text,
	"phone" text,
	"tax_id" text,
	"national_id" text,
	"is_citizen" boolean NOT NULL,
	"code" text NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "fee_payers_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_payers_kind_check" CHECK ("fee_payers"."kind" in ('person', 'company'))
);
--> statement-breakpoint
ALTER TABLE "fee_payers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_plan_choices" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"plan_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_plan_choices_school_id_student_id_year_pk" PRIMARY KEY("school_id","student_id","year")
);
--> statement-breakpoint
ALTER TABLE "fee_plan_choices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_shares" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"component" text,
	"payer_id" uuid NOT NULL,
	"ppm" integer NOT NULL,
	"from_on" date NOT NULL,
	"until_on" date,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_shares_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_components" (
	"school_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	"kind" text NOT NULL,
	"tax_code" text NOT NULL,
	"tax_ppm" integer NOT NULL,
	"state_bears" boolean NOT NULL,
	"account" text NOT NULL,
	"is_deferred" boolean NOT NULL,
	"is_discountable" boolean NOT NULL,
	"caps_as_tuition" boolean NOT NULL,
	"refund_rule" text NOT NULL,
	"billing" text NOT NULL,
	"priority" integer NOT NULL,
	"is_retired" boolean NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "fee_components_school_id_code_pk" PRIMARY KEY("school_id","code"),
	CONSTRAINT "fee_components_kind_check" CHECK ("fee_components"."kind" in ('tuition', 'application', 'registration', 'transport', 'books', 'uniform', 'meals', 'activities', 'exams', 'other')),
	CONSTRAINT "fee_components_tax_code_check" CHECK ("fee_components"."tax_code" in ('standard', 'zero', 'exempt', 'none')),
	CONSTRAINT "fee_components_refund_rule_check" CHECK ("fee_components"."refund_rule" in ('tuition', 'unused', 'before-start', 'none')),
	CONSTRAINT "fee_components_billing_check" CHECK ("fee_components"."billing" in ('plan', 'first-part'))
);
--> statement-breakpoint
ALTER TABLE "fee_components" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_discount_rules" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"kind" text NOT NULL,
	"amounts" jsonb NOT NULL,
	"components" text[],
	"on_gross" boolean NOT NULL,
	"family_cap" bigint,
	"is_clawed_back" boolean NOT NULL,
	"persons_only" boolean NOT NULL,
	"is_retired" boolean NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "fee_discount_rules_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_discount_rules_kind_check" CHECK ("fee_discount_rules"."kind" in ('sibling', 'staff', 'scholarship', 'early', 'other'))
);
--> statement-breakpoint
ALTER TABLE "fee_discount_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_plans" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"is_retired" boolean NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "fee_plans_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_schedules" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"year" integer NOT NULL,
	"campus" text NOT NULL,
	"stream" text NOT NULL,
	"grades" text[] NOT NULL,
	"pupils" text NOT NULL,
	"approval_ref" text NOT NULL,
	"lines" jsonb NOT NULL,
	"plan_id" uuid NOT NULL,
	"state" text NOT NULL,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamptz,
	CONSTRAINT "fee_schedules_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_schedules_pupils_check" CHECK ("fee_schedules"."pupils" in ('new', 'returning', 'all')),
	CONSTRAINT "fee_schedules_state_check" CHECK ("fee_schedules"."state" in ('draft', 'approved'))
);
--> statement-breakpoint
ALTER TABLE "fee_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_settings" (
	"school_id" uuid NOT NULL,
	"fiscal_month" integer NOT NULL,
	"sibling_key" text NOT NULL,
	"grant_ppm" integer NOT NULL,
	"grant_amount" bigint NOT NULL,
	"reminders" jsonb NOT NULL,
	"account_codes" jsonb NOT NULL,
	"tax_number" text NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "fee_settings_school_id_pk" PRIMARY KEY("school_id"),
	CONSTRAINT "fee_settings_sibling_key_check" CHECK ("fee_settings"."sibling_key" in ('age', 'seniority'))
);
--> statement-breakpoint
ALTER TABLE "fee_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_discount_grants" ADD CONSTRAINT "fee_discount_grants_school_id_rule_id_fee_discount_rules_school_id_id_fk" FOREIGN KEY ("school_id","rule_id") REFERENCES "public"."fee_discount_rules"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_payer_guardians" ADD CONSTRAINT "fee_payer_guardians_school_id_payer_id_fee_payers_school_id_id_fk" FOREIGN KEY ("school_id","payer_id") REFERENCES "public"."fee_payers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_plan_choices" ADD CONSTRAINT "fee_plan_choices_school_id_plan_id_fee_plans_school_id_id_fk" FOREIGN KEY ("school_id","plan_id") REFERENCES "public"."fee_plans"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_shares" ADD CONSTRAINT "fee_shares_school_id_payer_id_fee_payers_school_id_id_fk" FOREIGN KEY ("school_id","payer_id") REFERENCES "public"."fee_payers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_discount_grants_student_idx" ON "fee_discount_grants" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "fee_discount_grants_state_idx" ON "fee_discount_grants" USING btree ("school_id","state","at");--> statement-breakpoint
CREATE INDEX "fee_payer_guardians_payer_idx" ON "fee_payer_guardians" USING btree ("school_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_payers_code_key" ON "fee_payers" USING btree ("school_id","code");--> statement-breakpoint
CREATE INDEX "fee_payers_email_idx" ON "fee_payers" USING btree ("school_id","email");--> statement-breakpoint
CREATE INDEX "fee_payers_phone_idx" ON "fee_payers" USING btree ("school_id","phone");--> statement-breakpoint
CREATE INDEX "fee_shares_student_idx" ON "fee_shares" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "fee_shares_payer_idx" ON "fee_shares" USING btree ("school_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_schedules_version_key" ON "fee_schedules" USING btree ("school_id","series_id","version");--> statement-breakpoint
CREATE INDEX "fee_schedules_year_idx" ON "fee_schedules" USING btree ("school_id","year");--> statement-breakpoint
CREATE POLICY "fee_discount_grants_tenant" ON "fee_discount_grants" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payer_guardians_tenant" ON "fee_payer_guardians" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payers_tenant" ON "fee_payers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_plan_choices_tenant" ON "fee_plan_choices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_shares_tenant" ON "fee_shares" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_components_tenant" ON "fee_components" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_discount_rules_tenant" ON "fee_discount_rules" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_plans_tenant" ON "fee_plans" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_schedules_tenant_read" ON "fee_schedules" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_schedules_tenant_add" ON "fee_schedules" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and state = 'draft');--> statement-breakpoint
CREATE POLICY "fee_schedules_tenant_draft" ON "fee_schedules" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and state = 'draft') WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_schedules_tenant_drop" ON "fee_schedules" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and state = 'draft');--> statement-breakpoint
CREATE POLICY "fee_settings_tenant" ON "fee_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
