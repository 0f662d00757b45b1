-- expand: the pupils of a class are found by its id
CREATE INDEX "customers_class_id_idx" ON "customers" USING btree ("school_id","class_id");
