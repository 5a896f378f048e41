// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {ConfirmGuard} from "./base/ConfirmGuard.sol";

contract RegistryConfirmAgentTest is ConfirmGuard {
    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.confirmAgent, (id));
    }

    function test_GivenTheRecordChangedUnseen() public onBothRoutes {
        send(stranger, abi.encodeCall(IRegistry.updateConstitution, (child, bytes32("unseen"))));
        checkConfirmed(child, childWallet, true, false, false);
    }
}
