-- expand: ledger of fees: journals, documents, charges, billing runs, payments, refunds
CREATE TABLE "fee_billing_pupils" (
	"school_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"fault" text,
	"rule" text,
	CONSTRAINT "fee_billing_pupils_school_id_run_id_student_id_pk" PRIMARY KEY("school_id","run_id","student_id"),
	CONSTRAINT "fee_billing_pupils_state_check" CHECK ("fee_billing_pupils"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "fee_billing_pupils" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_billing_runs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"scope" jsonb NOT NULL,
	"scope_hash" text NOT NULL,
	"asked_hash" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"by_user" uuid NOT NULL,
	CONSTRAINT "fee_billing_runs_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_billing_runs_state_check" CHECK ("fee_billing_runs"."state" in ('running', 'stopped', 'done'))
);
--> statement-breakpoint
ALTER TABLE "fee_billing_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_charges" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid,
	"document_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"component" text NOT NULL,
	"name" jsonb NOT NULL,
	"priority" integer NOT NULL,
	"year" integer NOT NULL,
	"part" integer NOT NULL,
	"payer_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"gross" bigint NOT NULL,
	"discounts" jsonb NOT NULL,
	"net" bigint NOT NULL,
	"tax_code" text NOT NULL,
	"tax" bigint NOT NULL,
	"is_deferred" boolean NOT NULL,
	"version" integer NOT NULL,
	"charged_at" timestamptz NOT NULL,
	CONSTRAINT "fee_charges_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_charges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_claim_ends" (
	"school_id" uuid NOT NULL,
	"claim_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"paid_on" date,
	"reference" text,
	"document_id" uuid,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_claim_ends_school_id_claim_id_kind_pk" PRIMARY KEY("school_id","claim_id","kind"),
	CONSTRAINT "fee_claim_ends_kind_check" CHECK ("fee_claim_ends"."kind" in ('approved', 'refused', 'paid'))
);
--> statement-breakpoint
ALTER TABLE "fee_claim_ends" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_claims" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"student_id" uuid,
	"amount" bigint NOT NULL,
	"payment_id" uuid,
	"charge_id" uuid,
	"method" text,
	"reason" text,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_claims_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_claims_amount_check" CHECK ("fee_claims"."amount" > 0),
	CONSTRAINT "fee_claims_of_check" CHECK (("fee_claims"."payment_id" is null) <> ("fee_claims"."charge_id" is null)),
	CONSTRAINT "fee_claims_kind_check" CHECK ("fee_claims"."kind" in ('refund', 'write-off'))
);
--> statement-breakpoint
ALTER TABLE "fee_claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_document_notes" (
	"school_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "fee_document_notes_school_id_document_id_pk" PRIMARY KEY("school_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "fee_document_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_documents" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"series_year" integer NOT NULL,
	"no" integer NOT NULL,
	"number" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"student_id" uuid,
	"issued_at" timestamptz NOT NULL,
	"due_on" date,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"applied" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"corrects" uuid,
	"by_user" uuid,
	"uuid" uuid NOT NULL,
	"hash" text NOT NULL,
	"prev_hash" text NOT NULL,
	"verify_code" text NOT NULL,
	CONSTRAINT "fee_documents_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_documents_kind_check" CHECK ("fee_documents"."kind" in ('invoice', 'credit', 'receipt', 'refund'))
);
--> statement-breakpoint
ALTER TABLE "fee_documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_series" (
	"school_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "fee_series_school_id_kind_year_pk" PRIMARY KEY("school_id","kind","year"),
	CONSTRAINT "fee_series_kind_check" CHECK ("fee_series"."kind" in ('invoice', 'credit', 'receipt', 'refund'))
);
--> statement-breakpoint
ALTER TABLE "fee_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_journals" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"effective_on" date NOT NULL,
	"happened_on" date,
	"recorded_at" timestamptz NOT NULL,
	"by_user" uuid,
	"student_id" uuid,
	"document_id" uuid,
	CONSTRAINT "fee_journals_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_journals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_period_locks" (
	"school_id" uuid NOT NULL,
	"until" date NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_period_locks_school_id_until_pk" PRIMARY KEY("school_id","until")
);
--> statement-breakpoint
ALTER TABLE "fee_period_locks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_postings" (
	"school_id" uuid NOT NULL,
	"journal_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"amount" bigint NOT NULL,
	"payer_id" uuid,
	"student_id" uuid,
	"component" text,
	CONSTRAINT "fee_postings_school_id_journal_id_line_pk" PRIMARY KEY("school_id","journal_id","line"),
	CONSTRAINT "fee_postings_amount_check" CHECK ("fee_postings"."amount" > 0),
	CONSTRAINT "fee_postings_accounts_check" CHECK ("fee_postings"."debit" <> "fee_postings"."credit"),
	CONSTRAINT "fee_postings_debit_check" CHECK ("fee_postings"."debit" in ('cash', 'bank', 'card-clearing', 'gateway-clearing', 'cheques-held', 'receivable', 'family-credit', 'seat-deposits', 'application-fees', 'deferred-revenue', 'revenue', 'discount', 'vat', 'refunds-payable', 'bad-debt', 'cash-difference', 'gateway-charges', 'unplaced-cash', 'opening')),
	CONSTRAINT "fee_postings_credit_check" CHECK ("fee_postings"."credit" in ('cash', 'bank', 'card-clearing', 'gateway-clearing', 'cheques-held', 'receivable', 'family-credit', 'seat-deposits', 'application-fees', 'deferred-revenue', 'revenue', 'discount', 'vat', 'refunds-payable', 'bad-debt', 'cash-difference', 'gateway-charges', 'unplaced-cash', 'opening'))
);
--> statement-breakpoint
ALTER TABLE "fee_postings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_allocations" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reverses" uuid,
	"reason" text NOT NULL,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_allocations_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_allocations_amount_check" CHECK (("fee_allocations"."amount" < 0) = ("fee_allocations"."reverses" is not null) and "fee_allocations"."amount" <> 0),
	CONSTRAINT "fee_allocations_source_check" CHECK ("fee_allocations"."source" in ('payment', 'deposit', 'credit-note', 'write-off')),
	CONSTRAINT "fee_allocations_reason_check" CHECK ("fee_allocations"."reason" in ('chosen', 'due-date', 'component', 'elder', 'credit', 'deposit', 'moved', 'reversed'))
);
--> statement-breakpoint
ALTER TABLE "fee_allocations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_payment_clearings" (
	"school_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"cleared_on" date NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_payment_clearings_school_id_payment_id_pk" PRIMARY KEY("school_id","payment_id"),
	CONSTRAINT "fee_payment_clearings_amount_check" CHECK ("fee_payment_clearings"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "fee_payment_clearings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_payment_returns" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_payment_returns_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_payment_returns_amount_check" CHECK ("fee_payment_returns"."amount" > 0),
	CONSTRAINT "fee_payment_returns_kind_check" CHECK ("fee_payment_returns"."kind" in ('bounced', 'refund'))
);
--> statement-breakpoint
ALTER TABLE "fee_payment_returns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_payments" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"student_id" uuid,
	"received_on" date NOT NULL,
	"effective_on" date NOT NULL,
	"reference" text NOT NULL,
	"document_id" uuid NOT NULL,
	"unmet" bigint NOT NULL,
	"provisional" text,
	"asked_hash" text NOT NULL,
	"by_user" uuid,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "fee_payments_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_payments_amount_check" CHECK ("fee_payments"."amount" > 0),
	CONSTRAINT "fee_payments_method_check" CHECK ("fee_payments"."method" in ('cash', 'card', 'cheque', 'transfer', 'online'))
);
--> statement-breakpoint
ALTER TABLE "fee_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_billing_pupils" ADD CONSTRAINT "fee_billing_pupils_school_id_run_id_fee_billing_runs_school_id_id_fk" FOREIGN KEY ("school_id","run_id") REFERENCES "public"."fee_billing_runs"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_charges" ADD CONSTRAINT "fee_charges_school_id_document_id_fee_documents_school_id_id_fk" FOREIGN KEY ("school_id","document_id") REFERENCES "public"."fee_documents"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_claim_ends" ADD CONSTRAINT "fee_claim_ends_school_id_claim_id_fee_claims_school_id_id_fk" FOREIGN KEY ("school_id","claim_id") REFERENCES "public"."fee_claims"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_postings" ADD CONSTRAINT "fee_postings_school_id_journal_id_fee_journals_school_id_id_fk" FOREIGN KEY ("school_id","journal_id") REFERENCES "public"."fee_journals"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_allocations" ADD CONSTRAINT "fee_allocations_school_id_charge_id_fee_charges_school_id_id_fk" FOREIGN KEY ("school_id","charge_id") REFERENCES "public"."fee_charges"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_allocations" ADD CONSTRAINT "fee_allocations_school_id_reverses_fee_allocations_school_id_id_fk" FOREIGN KEY ("school_id","reverses") REFERENCES "public"."fee_allocations"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_payment_clearings" ADD CONSTRAINT "fee_payment_clearings_school_id_payment_id_fee_payments_school_id_id_fk" FOREIGN KEY ("school_id","payment_id") REFERENCES "public"."fee_payments"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_payment_returns" ADD CONSTRAINT "fee_payment_returns_school_id_payment_id_fee_payments_school_id_id_fk" FOREIGN KEY ("school_id","payment_id") REFERENCES "public"."fee_payments"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_payments" ADD CONSTRAINT "fee_payments_school_id_document_id_fee_documents_school_id_id_fk" FOREIGN KEY ("school_id","document_id") REFERENCES "public"."fee_documents"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_billing_pupils_state_idx" ON "fee_billing_pupils" USING btree ("school_id","run_id","state","position");--> statement-breakpoint
CREATE INDEX "fee_billing_runs_started_idx" ON "fee_billing_runs" USING btree ("school_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_charges_once_key" ON "fee_charges" USING btree ("school_id","student_id","component","year","part","payer_id","version");--> statement-breakpoint
CREATE INDEX "fee_charges_payer_idx" ON "fee_charges" USING btree ("school_id","payer_id","due_on");--> statement-breakpoint
CREATE INDEX "fee_charges_document_idx" ON "fee_charges" USING btree ("school_id","document_id");--> statement-breakpoint
CREATE INDEX "fee_charges_run_idx" ON "fee_charges" USING btree ("school_id","run_id");--> statement-breakpoint
CREATE INDEX "fee_claims_at_idx" ON "fee_claims" USING btree ("school_id","at");--> statement-breakpoint
CREATE INDEX "fee_claims_payment_idx" ON "fee_claims" USING btree ("school_id","payment_id");--> statement-breakpoint
CREATE INDEX "fee_claims_charge_idx" ON "fee_claims" USING btree ("school_id","charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_documents_number_key" ON "fee_documents" USING btree ("school_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_documents_no_key" ON "fee_documents" USING btree ("school_id","kind","series_year","no");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_documents_code_key" ON "fee_documents" USING btree ("school_id","verify_code");--> statement-breakpoint
CREATE INDEX "fee_documents_payer_idx" ON "fee_documents" USING btree ("school_id","payer_id","issued_at");--> statement-breakpoint
CREATE INDEX "fee_documents_corrects_idx" ON "fee_documents" USING btree ("school_id","corrects");--> statement-breakpoint
CREATE INDEX "fee_journals_effective_idx" ON "fee_journals" USING btree ("school_id","effective_on","id");--> statement-breakpoint
CREATE INDEX "fee_postings_payer_idx" ON "fee_postings" USING btree ("school_id","payer_id");--> statement-breakpoint
CREATE INDEX "fee_postings_student_idx" ON "fee_postings" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "fee_allocations_charge_idx" ON "fee_allocations" USING btree ("school_id","charge_id");--> statement-breakpoint
CREATE INDEX "fee_allocations_source_idx" ON "fee_allocations" USING btree ("school_id","source_id");--> statement-breakpoint
CREATE INDEX "fee_allocations_payer_idx" ON "fee_allocations" USING btree ("school_id","payer_id");--> statement-breakpoint
CREATE INDEX "fee_payment_returns_payment_idx" ON "fee_payment_returns" USING btree ("school_id","payment_id");--> statement-breakpoint
CREATE INDEX "fee_payments_payer_idx" ON "fee_payments" USING btree ("school_id","payer_id","recorded_at");--> statement-breakpoint
CREATE INDEX "fee_payments_student_idx" ON "fee_payments" USING btree ("school_id","student_id","recorded_at");--> statement-breakpoint
CREATE INDEX "fee_payments_received_idx" ON "fee_payments" USING btree ("school_id","received_on");--> statement-breakpoint
CREATE INDEX "fee_payments_provisional_idx" ON "fee_payments" USING btree ("school_id","provisional");--> statement-breakpoint
CREATE POLICY "fee_billing_pupils_tenant" ON "fee_billing_pupils" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_billing_runs_tenant" ON "fee_billing_runs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_charges_tenant_read" ON "fee_charges" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_charges_tenant_add" ON "fee_charges" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_claim_ends_tenant_read" ON "fee_claim_ends" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_claim_ends_tenant_add" ON "fee_claim_ends" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_claims_tenant_read" ON "fee_claims" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_claims_tenant_add" ON "fee_claims" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_claims_tenant_retain" ON "fee_claims" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = fee_claims.school_id and e.xact = pg_current_xact_id()::text and e.student_id = fee_claims.student_id)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and reason is null);--> statement-breakpoint
CREATE POLICY "fee_document_notes_tenant" ON "fee_document_notes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_documents_tenant_read" ON "fee_documents" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_documents_tenant_add" ON "fee_documents" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_series_tenant" ON "fee_series" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_journals_tenant_read" ON "fee_journals" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_journals_tenant_add" ON "fee_journals" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_period_locks_tenant_read" ON "fee_period_locks" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_period_locks_tenant_add" ON "fee_period_locks" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_postings_tenant_read" ON "fee_postings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_postings_tenant_add" ON "fee_postings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_allocations_tenant_read" ON "fee_allocations" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_allocations_tenant_add" ON "fee_allocations" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payment_clearings_tenant_read" ON "fee_payment_clearings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payment_clearings_tenant_add" ON "fee_payment_clearings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payment_returns_tenant_read" ON "fee_payment_returns" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payment_returns_tenant_add" ON "fee_payment_returns" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payments_tenant_read" ON "fee_payments" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_payments_tenant_add" ON "fee_payments" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
