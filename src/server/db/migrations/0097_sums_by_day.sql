-- expand: sums of business days, and refunds and top-ups found by their day
CREATE TABLE "drawer_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"till_id" uuid NOT NULL,
	"what" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "drawer_days_school_id_business_day_till_id_what_kind_pk" PRIMARY KEY("school_id","business_day","till_id","what","kind"),
	CONSTRAINT "drawer_days_what_check" CHECK ("drawer_days"."what" in ('tender', 'void', 'movement', 'top-up', 'drawer', 'other-currency'))
);
--> statement-breakpoint
ALTER TABLE "drawer_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "item_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"till_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"tax_code" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"qty_milli" bigint NOT NULL,
	"waste_milli" bigint NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	CONSTRAINT "item_days_pk" PRIMARY KEY("school_id","business_day","till_id","item_id","tax_code","rate_ppm")
);
--> statement-breakpoint
ALTER TABLE "item_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "receipt_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"numbers" "int8multirange" NOT NULL,
	CONSTRAINT "receipt_days_school_id_business_day_till_id_epoch_pk" PRIMARY KEY("school_id","business_day","till_id","epoch")
);
--> statement-breakpoint
ALTER TABLE "receipt_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "summed_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"currency" text NOT NULL,
	"attempt" uuid NOT NULL,
	"summed_at" timestamptz,
	CONSTRAINT "summed_days_school_id_business_day_pk" PRIMARY KEY("school_id","business_day")
);
--> statement-breakpoint
ALTER TABLE "summed_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "till_days" (
	"school_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"till_id" uuid NOT NULL,
	"sales" integer NOT NULL,
	"refunds" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"last_sold_at" timestamptz,
	CONSTRAINT "till_days_school_id_business_day_till_id_pk" PRIMARY KEY("school_id","business_day","till_id")
);
--> statement-breakpoint
ALTER TABLE "till_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "top_ups_day_idx" ON "top_ups" USING btree ("school_id","business_day");--> statement-breakpoint
CREATE INDEX "refunds_day_idx" ON "refunds" USING btree ("school_id","business_day");--> statement-breakpoint
CREATE POLICY "drawer_days_tenant" ON "drawer_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "item_days_tenant" ON "item_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "receipt_days_tenant" ON "receipt_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "summed_days_tenant" ON "summed_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "till_days_tenant" ON "till_days" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
