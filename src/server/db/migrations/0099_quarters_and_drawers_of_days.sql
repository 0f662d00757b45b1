-- expand: sums of business days by shift, person and quarter of an hour, and what should be in drawers
CREATE TABLE "quarter_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"till_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"by" uuid NOT NULL,
	"quarter" integer NOT NULL,
	"sales" integer NOT NULL,
	"refunds" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "quarter_days_pk" PRIMARY KEY("school_id","business_day","till_id","shift_id","by","quarter")
);
--> statement-breakpoint
ALTER TABLE "quarter_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shift_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"till_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"expected" bigint NOT NULL,
	CONSTRAINT "shift_days_school_id_business_day_till_id_shift_id_pk" PRIMARY KEY("school_id","business_day","till_id","shift_id")
);
--> statement-breakpoint
ALTER TABLE "shift_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "summed_days" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE POLICY "quarter_days_tenant" ON "quarter_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "shift_days_tenant" ON "shift_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
