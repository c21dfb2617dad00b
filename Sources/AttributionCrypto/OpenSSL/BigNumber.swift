import AttributionBase
import CAttributionOpenSSL

/// A call of libcrypto failed. The caller knows the possible reasons: a lack of memory, or an unacceptable input.
struct CallFailure: Error {
    /// Throws unless a call returned 1, with which most functions of libcrypto report success.
    static func check(_ status: Int32) throws(CallFailure) {
        guard status == 1 else { throw CallFailure() }
    }
}

/// An object that libcrypto allocated, with the function that frees it.
@safe
struct Handle: ~Copyable {
    let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    /// Takes ownership of `made`, which nothing else may free. Nil means that there was no memory for it.
    @unsafe
    init(_ made: OpaquePointer?, freedBy free: @escaping @convention(c) (OpaquePointer?) -> Void) {
        guard let made = unsafe made else { CryptoFailure.end(.outOfMemory) }
        unsafe (pointer, self.free) = unsafe (made, free)
    }

    deinit { unsafe free(pointer) }
}

/// A number of any size in libcrypto, which never changes unless it is a ``MutableNumber``. It is erased before its memory is freed.
@safe
class BigNumber {
    private let handle: Handle
    final var pointer: OpaquePointer { unsafe handle.pointer }

    /// Takes ownership of a number, which nothing else may free or change. Nil means that there was no memory for it.
    @unsafe
    init(owning number: OpaquePointer?) { unsafe handle = Handle(number, freedBy: BN_clear_free) }

    /// Writes the number to `target`, with leading zeros that fill it.
    final func write(to target: borrowing SecretMemory) {
        let size = Int32(target.count)
        let written = unsafe target.withMutableBytes { unsafe BN_bn2binpad(pointer, $0.baseAddress, size) }
        precondition(written == size, "a number fits into the memory for it")
    }

    final var isZero: Bool { unsafe BN_is_zero(pointer) == 1 }

    final func isBelow(_ other: BigNumber) -> Bool { unsafe BN_cmp(pointer, other.pointer) < 0 }

    final func isEqual(to other: BigNumber) -> Bool { unsafe BN_cmp(pointer, other.pointer) == 0 }
}

/// A number that takes the results of computations, and may be an operand of them too. Only one thread at a time may use it.
@safe
final class MutableNumber: BigNumber {
    /// - Parameter isSecret: Whether computations with the number must take the same time for all values.
    init(isSecret: Bool) {
        unsafe super.init(owning: isSecret ? BN_secure_new() : BN_new())
        if isSecret { unsafe BN_set_flags(pointer, BN_FLG_CONSTTIME) }
    }

    init(copying other: BigNumber) { unsafe super.init(owning: BN_dup(other.pointer)) }

    /// Sets the number to the value of big-endian bytes.
    func set(_ bytes: ByteView) throws(CallFailure) {
        guard unsafe BN_bin2bn(bytes.memory.baseAddress, Int32(bytes.count), pointer) != nil else {
            throw CallFailure()
        }
    }

    func set(_ other: BigNumber) throws(CallFailure) {
        guard unsafe BN_copy(pointer, other.pointer) != nil else { throw CallFailure() }
    }

    func set(_ word: UInt) throws(CallFailure) {
        try CallFailure.check(unsafe BN_set_word(pointer, word))
    }

    /// Sets the number to zero, and erases its memory.
    func erase() { unsafe BN_clear(pointer) }

    func add(_ other: BigNumber) throws(CallFailure) {
        try CallFailure.check(unsafe BN_add(pointer, pointer, other.pointer))
    }

    func subtract(_ other: BigNumber) throws(CallFailure) {
        try CallFailure.check(unsafe BN_sub(pointer, pointer, other.pointer))
    }

    func subtract(_ word: UInt) throws(CallFailure) {
        try CallFailure.check(unsafe BN_sub_word(pointer, word))
    }

    func reduce(modulo modulus: BigNumber, _ numbers: borrowing NumberContext) throws(CallFailure) {
        try CallFailure.check(unsafe BN_nnmod(pointer, pointer, modulus.pointer, numbers.pointer))
    }

    func invert(modulo modulus: BigNumber, _ numbers: borrowing NumberContext) throws(CallFailure) {
        guard unsafe BN_mod_inverse(pointer, pointer, modulus.pointer, numbers.pointer) != nil else {
            throw CallFailure()
        }
    }
}

/// Intermediate numbers, which libcrypto's functions reuse. Only one thread at a time may use them.
@safe
struct NumberContext: ~Copyable {
    private let handle: Handle
    var pointer: OpaquePointer { unsafe handle.pointer }

    /// - Parameter isSecret: Whether intermediate numbers are secret, as in computations with a private key.
    init(isSecret: Bool) {
        unsafe handle = Handle(isSecret ? BN_CTX_secure_new() : BN_CTX_new(), freedBy: BN_CTX_free)
    }
}

/// Multiplication modulo an odd number by Montgomery's method.
///
/// A number x has the Montgomery form xR for a fixed power R of two. The product of two such numbers is in that form
/// again, and the product of xR and a plain y is a plain xy.
@safe
struct Montgomery: ~Copyable {
    let modulus: BigNumber
    private let handle: Handle

    init(modulus: BigNumber, _ numbers: borrowing NumberContext) {
        self.modulus = MutableNumber(copying: modulus)
        unsafe handle = Handle(BN_MONT_CTX_new(), freedBy: BN_MONT_CTX_free)
        CryptoFailure.needMemory(unsafe BN_MONT_CTX_set(handle.pointer, self.modulus.pointer, numbers.pointer) == 1)
    }

    func enter(_ number: MutableNumber, _ numbers: borrowing NumberContext) throws(CallFailure) {
        try CallFailure.check(unsafe BN_to_montgomery(number.pointer, number.pointer, handle.pointer, numbers.pointer))
    }

    /// Sets `result` to the plain form of a number in Montgomery form.
    func leave(
        _ number: BigNumber, to result: MutableNumber, _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe BN_from_montgomery(result.pointer, number.pointer, handle.pointer, numbers.pointer))
    }

    /// Sets `result` to the product of two numbers below the modulus, at least one of which is in Montgomery form.
    func multiply(
        _ left: BigNumber, _ right: BigNumber, to result: MutableNumber,
        _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe BN_mod_mul_montgomery(
                result.pointer, left.pointer, right.pointer, handle.pointer, numbers.pointer))
    }

    /// Sets `result` to a power of a number, both in plain form. The time does not depend on their values.
    func raise(
        _ base: BigNumber, to exponent: BigNumber, result: MutableNumber,
        _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe BN_mod_exp_mont_consttime(
                result.pointer, base.pointer, exponent.pointer, modulus.pointer, numbers.pointer, handle.pointer))
    }
}
