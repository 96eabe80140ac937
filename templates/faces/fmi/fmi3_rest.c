/* ---- what this FMU does not have: other types, clocks, intermediate values ------- */

/* A list of no variables is read and written without an error. */
static fmi3Status none(instance *c, size_t count, const char *function)
{
  if (count == 0) return fmi3OK;
  snprintf(c->message, sizeof c->message, "%s: this FMU has no variable of that type", function);
  return log_message(c, fmi3Error, "logStatusError");
}

//@ for _, t in ipairs({ { "Float32", "float" }, { "Int8", "int8_t" }, { "UInt8", "uint8_t" }, { "Int16", "int16_t" }, { "UInt16", "uint16_t" }, { "UInt32", "uint32_t" }, { "Int64", "int64_t" }, { "UInt64", "uint64_t" }, { "Boolean", "fmi3Boolean" }, { "String", "fmi3String" } }) do
FMI3_EXPORT fmi3Status FMI3(fmi3Get$(t[1]))(fmi3Instance c, const fmi3ValueReference references[], size_t count, $(t[2]) values[], size_t nvalues)
{
  (void)references, (void)values, (void)nvalues;
  return none((instance *)c, count, "fmi3Get$(t[1])");
}
//@ end
//@ for _, t in ipairs({ { "Float32", "float" }, { "Int8", "int8_t" }, { "UInt8", "uint8_t" }, { "Int16", "int16_t" }, { "UInt16", "uint16_t" }, { "UInt32", "uint32_t" }, { "Int64", "int64_t" }, { "UInt64", "uint64_t" }, { "Boolean", "fmi3Boolean" }, { "String", "fmi3String" }, { "Int32", "int32_t" } }) do
FMI3_EXPORT fmi3Status FMI3(fmi3Set$(t[1]))(fmi3Instance c, const fmi3ValueReference references[], size_t count, const $(t[2]) values[], size_t nvalues)
{
  (void)references, (void)values, (void)nvalues;
  return none((instance *)c, count, "fmi3Set$(t[1])");
}
//@ end
FMI3_EXPORT fmi3Status FMI3(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference references[], size_t count, size_t sizes[], fmi3Binary values[], size_t nvalues)
{
  (void)references, (void)sizes, (void)values, (void)nvalues;
  return none((instance *)c, count, "fmi3GetBinary");
}
FMI3_EXPORT fmi3Status FMI3(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference references[], size_t count, const size_t sizes[], const fmi3Binary values[], size_t nvalues)
{
  (void)references, (void)sizes, (void)values, (void)nvalues;
  return none((instance *)c, count, "fmi3SetBinary");
}
FMI3_EXPORT fmi3Status FMI3(fmi3GetClock)(fmi3Instance c, const fmi3ValueReference references[], size_t count, fmi3Clock values[])
{
  (void)references, (void)values;
  return none((instance *)c, count, "fmi3GetClock");
}
FMI3_EXPORT fmi3Status FMI3(fmi3SetClock)(fmi3Instance c, const fmi3ValueReference references[], size_t count, const fmi3Clock values[])
{
  (void)references, (void)values;
  return none((instance *)c, count, "fmi3SetClock");
}
FMI3_EXPORT fmi3Status FMI3(fmi3GetIntervalDecimal)(fmi3Instance c, const fmi3ValueReference references[], size_t count, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
  (void)references, (void)intervals, (void)qualifiers;
  return none((instance *)c, count, "fmi3GetIntervalDecimal");
}
FMI3_EXPORT fmi3Status FMI3(fmi3GetIntervalFraction)(fmi3Instance c, const fmi3ValueReference references[], size_t count, uint64_t counters[], uint64_t resolutions[], fmi3IntervalQualifier qualifiers[])
{
  (void)references, (void)counters, (void)resolutions, (void)qualifiers;
  return none((instance *)c, count, "fmi3GetIntervalFraction");
}
FMI3_EXPORT fmi3Status FMI3(fmi3GetShiftDecimal)(fmi3Instance c, const fmi3ValueReference references[], size_t count, fmi3Float64 shifts[])
{
  (void)references, (void)shifts;
  return none((instance *)c, count, "fmi3GetShiftDecimal");
}
FMI3_EXPORT fmi3Status FMI3(fmi3GetShiftFraction)(fmi3Instance c, const fmi3ValueReference references[], size_t count, uint64_t counters[], uint64_t resolutions[])
{
  (void)references, (void)counters, (void)resolutions;
  return none((instance *)c, count, "fmi3GetShiftFraction");
}
//@ for _, what in ipairs({ "Interval", "Shift" }) do
FMI3_EXPORT fmi3Status FMI3(fmi3Set$(what)Decimal)(fmi3Instance c, const fmi3ValueReference references[], size_t count, const fmi3Float64 numbers[])
{
  (void)references, (void)numbers;
  return none((instance *)c, count, "fmi3Set$(what)Decimal");
}
FMI3_EXPORT fmi3Status FMI3(fmi3Set$(what)Fraction)(fmi3Instance c, const fmi3ValueReference references[], size_t count, const uint64_t counters[], const uint64_t resolutions[])
{
  (void)references, (void)counters, (void)resolutions;
  return none((instance *)c, count, "fmi3Set$(what)Fraction");
}
//@ end
FMI3_EXPORT fmi3Status FMI3(fmi3GetOutputDerivatives)(fmi3Instance c, const fmi3ValueReference references[], size_t count, const int32_t orders[], fmi3Float64 values[], size_t nvalues)
{
  (void)references, (void)orders, (void)values, (void)nvalues;
  return none((instance *)c, count, "fmi3GetOutputDerivatives");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetNumberOfVariableDependencies)(fmi3Instance c, fmi3ValueReference reference, size_t *count)
{
  (void)reference, (void)count;
  return refuse((instance *)c, "fmi3GetNumberOfVariableDependencies: the dependencies are those of modelDescription.xml");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetVariableDependencies)(fmi3Instance c, fmi3ValueReference reference, size_t indices[],
  fmi3ValueReference independents[], size_t elements[], fmi3DependencyKind kinds[], size_t count)
{
  (void)reference, (void)indices, (void)independents, (void)elements, (void)kinds, (void)count;
  return refuse((instance *)c, "fmi3GetVariableDependencies: the dependencies are those of modelDescription.xml");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetAdjointDerivative)(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns,
  const fmi3ValueReference knowns[], size_t nknowns, const fmi3Float64 seed[], size_t nseed,
  fmi3Float64 sensitivity[], size_t nsensitivity)
{
  (void)unknowns, (void)nunknowns, (void)knowns, (void)nknowns, (void)seed, (void)nseed, (void)sensitivity, (void)nsensitivity;
  return refuse((instance *)c, "fmi3GetAdjointDerivative: this FMU has directional derivatives alone");
}

FMI3_EXPORT fmi3Status FMI3(fmi3ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time)
{
  (void)clock, (void)time;
  return refuse((instance *)c, "fmi3ActivateModelPartition: this FMU has no clocks");
}

#ifdef __cplusplus
}
#endif
