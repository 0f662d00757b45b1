CREATE TABLE "proof_keys" (
	"school_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "proof_keys_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "proof_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"school_id" uuid NOT NULL,
	"proof_hash" text NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "spent_proofs_school_id_proof_hash_pk" PRIMARY KEY("school_id","proof_hash")
);
--> statement-breakpoint
ALTER TABLE "spent_proofs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "spent_proofs_expires_idx" ON "spent_proofs" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE POLICY "proof_keys_tenant" ON "proof_keys" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "spent_proofs_tenant" ON "spent_proofs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));