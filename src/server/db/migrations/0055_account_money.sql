-- expand: cash that tills take for accounts, and money that is moved on accounts at the desk.
CREATE TABLE "account_movements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"other_id" uuid,
	"amount" bigint NOT NULL,
	"method" text,
	"reference" text,
	"paid_on" date,
	"reason" text,
	"no" integer,
	"state" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz,
	CONSTRAINT "account_movements_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "account_movements_kind_check" CHECK ("account_movements"."kind" in ('cash', 'bank', 'adjust', 'transfer', 'payout')),
	CONSTRAINT "account_movements_state_check" CHECK ("account_movements"."state" in ('waiting', 'booked', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "account_movements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "top_ups" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"receipt_seq" integer NOT NULL,
	"receipt_no" text NOT NULL,
	"currency" text NOT NULL,
	"business_day" date NOT NULL,
	"customer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "top_ups_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "top_ups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_movements" ADD CONSTRAINT "account_movements_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_movements" ADD CONSTRAINT "account_movements_school_id_other_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","other_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_movements_no_key" ON "account_movements" USING btree ("school_id","no");--> statement-breakpoint
CREATE INDEX "account_movements_state_idx" ON "account_movements" USING btree ("school_id","state","asked_at");--> statement-breakpoint
CREATE INDEX "account_movements_customer_idx" ON "account_movements" USING btree ("school_id","customer_id");--> statement-breakpoint
CREATE INDEX "account_movements_other_idx" ON "account_movements" USING btree ("school_id","other_id");--> statement-breakpoint
CREATE INDEX "top_ups_receipt_idx" ON "top_ups" USING btree ("school_id","till_id","epoch","receipt_seq");--> statement-breakpoint
CREATE INDEX "top_ups_shift_idx" ON "top_ups" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "top_ups_at_idx" ON "top_ups" USING btree ("school_id","at","id");--> statement-breakpoint
CREATE POLICY "account_movements_tenant" ON "account_movements" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "top_ups_tenant_read" ON "top_ups" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "top_ups_tenant_add" ON "top_ups" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
