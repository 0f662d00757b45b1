-- expand: optional fee components, first days of late joiners, months of earned revenue
CREATE TABLE "fee_earned_months" (
	"school_id" uuid NOT NULL,
	"month" date NOT NULL,
	"journal_id" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_earned_months_school_id_month_pk" PRIMARY KEY("school_id","month")
);
--> statement-breakpoint
ALTER TABLE "fee_earned_months" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_earnings" (
	"school_id" uuid NOT NULL,
	"month" date NOT NULL,
	"year" integer NOT NULL,
	"component" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "fee_earnings_school_id_year_component_month_pk" PRIMARY KEY("school_id","year","component","month")
);
--> statement-breakpoint
ALTER TABLE "fee_earnings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_first_days" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"first_on" date NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_first_days_school_id_student_id_year_pk" PRIMARY KEY("school_id","student_id","year")
);
--> statement-breakpoint
ALTER TABLE "fee_first_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_options" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"component" text NOT NULL,
	"from_on" date NOT NULL,
	"until_on" date,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_options_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_options" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_components" ADD COLUMN "is_optional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_options" ADD CONSTRAINT "fee_options_school_id_component_fee_components_school_id_code_fk" FOREIGN KEY ("school_id","component") REFERENCES "public"."fee_components"("school_id","code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_options_student_idx" ON "fee_options" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "fee_options_component_idx" ON "fee_options" USING btree ("school_id","component");--> statement-breakpoint
CREATE POLICY "fee_earned_months_tenant_read" ON "fee_earned_months" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_earned_months_tenant_add" ON "fee_earned_months" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_earnings_tenant_read" ON "fee_earnings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_earnings_tenant_add" ON "fee_earnings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_first_days_tenant" ON "fee_first_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_options_tenant" ON "fee_options" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
