CREATE TABLE "cash_series" (
	"school_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "cash_series_school_id_year_pk" PRIMARY KEY("school_id","year")
);
--> statement-breakpoint
ALTER TABLE "cash_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "student_cash" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "student_cash_ends" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_cash" ADD CONSTRAINT "student_cash_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_cash_ends" ADD CONSTRAINT "student_cash_ends_school_id_cash_id_student_cash_school_id_id_fk" FOREIGN KEY ("school_id","cash_id") REFERENCES "public"."student_cash"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "student_cash_number_key" ON "student_cash" USING btree ("school_id","number");--> statement-breakpoint
CREATE INDEX "student_cash_provisional_idx" ON "student_cash" USING btree ("school_id","provisional");--> statement-breakpoint
CREATE INDEX "student_cash_student_idx" ON "student_cash" USING btree ("school_id","student_id","recorded_at");--> statement-breakpoint
CREATE POLICY "cash_series_tenant" ON "cash_series" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_cash_tenant_read" ON "student_cash" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_cash_tenant_add" ON "student_cash" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_cash_ends_tenant_read" ON "student_cash_ends" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_cash_ends_tenant_add" ON "student_cash_ends" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));