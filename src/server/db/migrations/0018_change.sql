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
ALTER TABLE "entitlements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_balances" ADD COLUMN "covered" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_no_key" ON "entitlements" USING btree ("school_id","customer_id","no");--> statement-breakpoint
CREATE POLICY "entitlements_tenant_read" ON "entitlements" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "entitlements_tenant_add" ON "entitlements" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));