CREATE TABLE "consent_acts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"language" text NOT NULL,
	"signature" jsonb,
	"decided_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	"counts" boolean NOT NULL,
	CONSTRAINT "consent_acts_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "consent_acts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consent_decisions" (
	"school_id" uuid NOT NULL,
	"act_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"version" integer NOT NULL,
	"agrees" boolean NOT NULL,
	CONSTRAINT "consent_decisions_school_id_act_id_purpose_pk" PRIMARY KEY("school_id","act_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "consent_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "consent_openings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consent_purposes" (
	"school_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"position" integer NOT NULL,
	"published_version" integer NOT NULL,
	"is_offered" boolean NOT NULL,
	CONSTRAINT "consent_purposes_school_id_purpose_pk" PRIMARY KEY("school_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "consent_purposes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "consent_requests_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "consent_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "consent_wordings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_acts" ADD CONSTRAINT "consent_acts_school_id_request_id_consent_requests_school_id_id_fk" FOREIGN KEY ("school_id","request_id") REFERENCES "public"."consent_requests"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_decisions" ADD CONSTRAINT "consent_decisions_school_id_act_id_consent_acts_school_id_id_fk" FOREIGN KEY ("school_id","act_id") REFERENCES "public"."consent_acts"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_decisions" ADD CONSTRAINT "consent_decisions_school_id_purpose_version_consent_wordings_school_id_purpose_version_fk" FOREIGN KEY ("school_id","purpose","version") REFERENCES "public"."consent_wordings"("school_id","purpose","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_openings" ADD CONSTRAINT "consent_openings_school_id_request_id_consent_requests_school_id_id_fk" FOREIGN KEY ("school_id","request_id") REFERENCES "public"."consent_requests"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_acts_request_idx" ON "consent_acts" USING btree ("school_id","request_id","decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_requests_token_key" ON "consent_requests" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE INDEX "consent_requests_submission_idx" ON "consent_requests" USING btree ("school_id","submission_id");--> statement-breakpoint
CREATE POLICY "consent_acts_tenant_read" ON "consent_acts" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_acts_tenant_add" ON "consent_acts" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_decisions_tenant_read" ON "consent_decisions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_decisions_tenant_add" ON "consent_decisions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_openings_tenant_read" ON "consent_openings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_openings_tenant_add" ON "consent_openings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_purposes_tenant" ON "consent_purposes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_requests_tenant" ON "consent_requests" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_wordings_tenant_read" ON "consent_wordings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "consent_wordings_tenant_add" ON "consent_wordings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));