//@ words("faces.lua")
//@ words("scripts.lua")
/* math.h: the functions of C's math.h that $(name).c may call, for compilers of
 * WebAssembly without a library. */
#ifndef $(NAME)_WASM_MATH_H
#define $(NAME)_WASM_MATH_H

#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()

//@ for _, f in ipairs({ "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "exp", "exp2", "expm1", "fabs", "floor", "log", "log10", "log1p", "log2", "round", "sin", "sinh", "sqrt", "tan", "tanh", "trunc" }) do
double $(f)(double);
float $(f)f(float);
//@ end
//@ for _, f in ipairs({ "atan2", "copysign", "fmax", "fmin", "fmod", "hypot", "pow" }) do
double $(f)(double, double);
float $(f)f(float, float);
//@ end

#endif
